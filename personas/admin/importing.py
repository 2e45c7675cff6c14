"""Files of personas backstage: chosen, previewed, confirmed.

Law: nothing is stored before somebody has seen what it would change, and then just that is stored, all of it in one
transaction, or nothing.
"""

from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_POST
from import_export.admin import ImportExportModelAdmin
from import_export.forms import ConfirmImportForm
from import_export.results import Result, RowResult
from unfold.contrib.import_export.forms import ExportForm, ImportForm

from personas.admin.files import PersonaResource
from personas.admin.formats import PERSONA_FORMATS, format_of
from personas.rows import FileError
from personas.rows.nodes import LARGEST

BY_NAME: Final = ("", "as its name says")


class FileForm(ImportForm):
    """A file of personas; in which form it is, its name says unless somebody does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice = self.fields["format"]
        choice.required = False
        choice.widget.choices = [BY_NAME, *list(choice.choices)[1:]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        file = cleaned.get("import_file")
        if file is not None and file.size > LARGEST:
            self.add_error("import_file", f"It is of {file.size:,} bytes, and at most {LARGEST:,} are read.")
        if file is not None and not cleaned.get("format"):
            found = format_of(file.name)
            if found is None:
                self.add_error("format", "Its name does not say in which form it is: .yaml, .csv or .json.")
            else:
                cleaned["format"] = str(PERSONA_FORMATS.index(found))
        return cleaned


class SeenForm(ConfirmImportForm):
    """The confirmation of what was seen."""

    seen = forms.CharField(widget=forms.HiddenInput())


class FilesOfPersonas(ImportExportModelAdmin):
    """A list whose rows come and go in files."""

    import_form_class = FileForm
    confirm_form_class = SeenForm
    export_form_class = ExportForm
    resource_classes = [PersonaResource]
    formats = list(PERSONA_FORMATS)

    def get_import_resource_kwargs(self, request: HttpRequest, **kwargs: Any) -> dict[str, Any]:
        """What a preview would record goes with it: it is rolled back."""
        return super().get_import_resource_kwargs(request, **kwargs) | {
            "recorded": partial(self.acts.recorded, request),
            "by": request.user.get_username(),
        }

    def get_import_data_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        """With what was seen, where somebody confirms it."""
        form = kwargs["form"]
        expected = form.cleaned_data["seen"] if isinstance(form, SeenForm) else ""
        return super().get_import_data_kwargs(**kwargs) | {"expected": expected}

    def add_data_read_fail_error_to_form(self, form: forms.Form, e: Exception) -> None:
        """What is wrong with a file whose rows cannot even be counted."""
        form.add_error("import_file", f"This file cannot be read: {e}.")

    def has_import_permission(self, request: HttpRequest) -> bool:
        """Who may add and change personas; the library asks for nothing unless it is told to."""
        return self.has_add_permission(request) and self.has_change_permission(request)

    def has_export_permission(self, request: HttpRequest) -> bool:
        """Who may see personas."""
        return self.has_view_permission(request)

    def import_action(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """The preview; what it shows goes with its confirmation."""
        page: Any = super().import_action(request, **kwargs)
        if confirmation := page.context_data.get("confirm_form"):
            confirmation.initial["seen"] = page.context_data["result"].seen
        return page

    @method_decorator(require_POST)
    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Stores what was previewed; a file that is no longer kept has to be chosen again."""
        try:
            return super().process_import(request, **kwargs)
        except FileError as error:
            return self.import_again(request, str(error))

    def process_result(self, result: Result, request: HttpRequest) -> HttpResponse:
        """The list; or the way to choose a file again, where what came of it is not what was previewed."""
        if result.has_errors() or result.has_validation_errors():
            why = "; ".join(str(each.error) for each in result.base_errors) or "it would be refused by now"
            return self.import_again(request, why)
        return super().process_result(result, request)

    def add_success_message(self, result: Result, request: HttpRequest) -> None:
        new, changed, same = (
            result.totals[kind]
            for kind in (RowResult.IMPORT_TYPE_NEW, RowResult.IMPORT_TYPE_UPDATE, RowResult.IMPORT_TYPE_SKIP)
        )
        messages.success(request, f"{new} new, {changed} changed, {same} as before.")

    def import_again(self, request: HttpRequest, why: str) -> HttpResponse:
        """Says why nothing came in, and leads back to where a file is chosen."""
        messages.error(request, f"Nothing came in: {why}.")
        opts = self.opts
        return HttpResponseRedirect(reverse(f"admin:{opts.app_label}_{opts.model_name}_import"))

// What scripts say, in the language of the site: with a catalogue of that (docs/languages.md) Django's own script gives
// these functions, and without one they say what they are given.

const { gettext: translated, ngettext: counted } = globalThis.django ?? {};

export const gettext = translated ?? ((text) => text);
export const ngettext = counted ?? ((one, more, count) => (count === 1 ? one : more));

/** "%(name)s says", with what stands for each name: no text of players goes through a catalogue. */
export function filledIn(text, values) {
  return text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
}

// The form of an exhibition: of who sits where, only the seats that the table has.

const seats = document.querySelector("[name=seats]");
const fields = [...document.querySelectorAll("#seats-taken > .field")];

function show() {
  const taken = seats.validity.valid && seats.value ? seats.valueAsNumber : fields.length;
  fields.forEach((field, number) => {
    field.hidden = number >= taken;
  });
}

seats.addEventListener("input", show);
show();

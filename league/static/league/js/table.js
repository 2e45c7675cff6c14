// The table beside the transcript, kept in step with the events: who is dead, and which roles this lens has learned; and
// with the stage, for whoever looks back there.
// The server draws the same from the same events (league/queries/stage/transcript.py, templates/league/game/table.html).

import { element, fate, seatOf } from "./transcript.js";

export class Table {
  /** `teams` gives a role's team, `sides` a team's class; `now()` is where the number of the living stands. */
  constructor({ seats, teams, sides, falls, lens }, root, now) {
    Object.assign(this, { seats, teams, sides, falls, root, now });
    this.eyes = lens.startsWith("seat:") ? Number(lens.slice(5)) : null; // of a seat
  }

  /** `scene` is the title of the scene in which it happens, where the page shows any. */
  learn(event, scene = "") {
    if (event.kind === "dealt") this.#role(event.seat, event.role, event.team);
    if (event.kind === "partners") event.seats.forEach((seat) => this.#know(seat, event.team, "partner"));
    if (event.kind === "investigated") {
      if (event.role) this.#role(event.target, event.role, event.team);
      this.#know(event.target, event.team, "checked");
    }
    if (event.kind === "proved") this.#know(event.seat, "", "cleared");
    if (event.kind === "revealed") event.roles.forEach((role, seat) => this.#role(seat, role, this.teams[role]));
    const how = fate(event, scene, this.falls);
    if (how) this.#bury(event, how);
  }

  /** What the stage shows, `seats` by number: their roles, and who is dead. */
  show(seats) {
    for (const { number } of this.seats) {
      const { role = "", side = "", fate: end = "", known = "", how = known } = seats[number] ?? {};
      const row = this.#row(number);
      if (!row) continue;
      const isTold = this.eyes !== null && this.eyes !== number;
      const team = Object.keys(this.sides).find((each) => this.sides[each] === side) ?? "";
      const what = role || (isTold ? team : "");
      const manner = how && how === team ? "checked" : how; // of whom a team is all that is known
      const parts = [what && element("b", { className: side }, capital(what)), isTold && manner && element("i", {}, manner)];
      fill(row.querySelector(".fate"), parts);
      for (const part of [row, row.querySelector(".token")]) part.classList.toggle("is-dead", Boolean(end));
      const played = row.querySelector(".played-by");
      const others = [...played.childNodes].filter((each) => !each.matches?.(".how"));
      fill(played, [end && element("span", { className: "how" }, capital(end)), ...others]);
    }
    this.#count();
  }

  #row(seat) {
    return this.root.querySelector(`[data-seat="${seat}"]`);
  }

  #role(seat, role, team) {
    const shown = element("b", { className: this.sides[team] ?? "" }, capital(role));
    const fate = this.#row(seat)?.querySelector(".fate");
    fate?.querySelector("b")?.remove();
    fate?.prepend(shown);
  }

  /** What the eyes of a seat know that not all do, and how: of whom they know no role, the team. */
  #know(seat, team, how) {
    if (this.eyes === null || this.eyes === seat) return;
    const fate = this.#row(seat)?.querySelector(".fate");
    if (!fate) return;
    if (team && !fate.querySelector("b")) this.#role(seat, team, team);
    const known = fate.querySelector("i");
    if (known && how === "cleared") return;
    known?.remove();
    fate.append(element("i", {}, how));
  }

  #bury(event, how) {
    const seat = seatOf(event, this.seats, this.falls);
    const row = this.#row(seat);
    if (!row || row.classList.contains("is-dead")) return;
    row.classList.add("is-dead");
    row.querySelector(".token").classList.add("is-dead");
    const told = element("span", { className: "how" }, capital(how));
    row.querySelector(".played-by")?.prepend(told);
    if (event.role) this.#role(seat, event.role, event.team ?? this.teams[event.role]);
    this.#count();
  }

  #count() {
    const living = this.seats.length - this.root.querySelectorAll("[data-seat].is-dead").length;
    this.now().textContent = `${living} of ${this.seats.length} alive.`;
  }
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Has these in a part and nothing else; one that has them already stays as it is. */
function fill(part, parts) {
  const wanted = document.createElement("span");
  wanted.append(...parts.filter(Boolean).map((each) => each.cloneNode(true)));
  if (wanted.innerHTML !== part.innerHTML) part.replaceChildren(...parts.filter(Boolean));
}

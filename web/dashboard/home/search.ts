/** How many days the figures of the home page may be of. */
export const DAY_CHOICES = [7, 30, 90, 365] as const;

/** What is shown where the address names none of them. */
export const DAYS_PRESET = 30;

/** What the address of the home page says. */
interface HomeSearch {
  readonly days?: (typeof DAY_CHOICES)[number];
}

/** Reads the address; what is none of the choices is left out. */
export function readHomeSearch(search: Readonly<Record<string, unknown>>): HomeSearch {
  const days = DAY_CHOICES.find((choice) => choice === Number(search['days']));
  return days === undefined || days === DAYS_PRESET ? {} : { days };
}

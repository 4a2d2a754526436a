const ADULT_YEARS = 18;
const OLDEST_YEARS = 130;

/**
 * What is wrong with a date of birth, as the end of a sentence that begins with its field; undefined where it is one. Of a person who is
 * not of age yet it is wrong where `isAdult` asks for that.
 */
export function findBirthDateProblem(
  text: string,
  { now, isAdult }: { readonly now: Date; readonly isAdult: boolean },
): string | undefined {
  const born = readDate(text);
  if (born === undefined) return 'must be a date of the calendar, such as 1990-12-31';
  if (born.getTime() > now.getTime()) return 'must not be in the future';
  if (born.getTime() <= yearsBefore(now, OLDEST_YEARS).getTime()) {
    return `must not be more than ${OLDEST_YEARS} years ago`;
  }
  const isMinor = born.getTime() > yearsBefore(now, ADULT_YEARS).getTime();
  return isAdult && isMinor ? `must be at least ${ADULT_YEARS} years ago` : undefined;
}

/** The beginning of a day in UTC; undefined for a text that is no day. */
function readDate(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00.000Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
  return isReal ? date : undefined;
}

/** The same day so many years before; who was born on February 29 has the birthday on March 1 of other years. */
function yearsBefore(now: Date, years: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(Date.UTC(year - years, month, day));
}

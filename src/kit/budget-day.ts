/** Budgets begin anew each day (UTC). */
export const DAY_MS = 86_400_000;

/** When the day of a moment began. */
export function startOfDay(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % DAY_MS));
}

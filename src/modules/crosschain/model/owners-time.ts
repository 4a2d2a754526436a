import { Refusal } from '#kit/failure.ts';

const MINUTE_MS = 60_000;
/** Owners of a Safe sign one after another, and somebody executes it then; with less time it would mostly fail. */
const OWNERS_MS_MIN = 15 * MINUTE_MS;

/** When parts of a route are too late. */
interface Deadlines {
  readonly source: Date;
  readonly bridge: Date;
  readonly swap?: { readonly at: Date } | undefined;
}

/** Refuses (400) a route that is too late before owners of a Safe, which pays with its own tokens, can sign it. */
export function checkOwnersHaveTime(
  { source, bridge, swap }: Deadlines,
  {
    account,
    now,
  }: { readonly account: { readonly tokenHolder: unknown } | undefined; readonly now: Date },
): void {
  if (account === undefined || account.tokenHolder !== undefined) return;
  const times = [source, bridge, swap?.at ?? source].map((at) => at.getTime());
  const leftMs = Math.min(...times) - now.getTime();
  if (leftMs >= OWNERS_MS_MIN) return;
  const minutes = Math.max(0, Math.floor(leftMs / MINUTE_MS));
  const message = `The route must be executed within ${minutes} minutes, too soon for the owners of a Safe to sign: try again, or pay with another token or network`;
  throw new Refusal('route_ends_too_soon', 400, message);
}

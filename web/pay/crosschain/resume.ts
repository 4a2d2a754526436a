import { member } from '../../engine/members.ts';
import { readLink } from '../link.ts';
import type { World } from '../world.ts';
import { readIntents } from './payment-intents.ts';
import { openRouteMemory } from './sent-route.ts';

/** What this page has shown already: whoever left it to pay in another way is not led back. */
const shown = new Set<string>();

/** Shows a payment from another network that is new to this page: of this browser, or of another device by the API's word. */
export function resume(world: World, body: unknown): void {
  const sent = openRouteMemory(world.config.token).read();
  const found = readIntents(body)
    .filter(({ status }) => status !== 'settled')
    .map(({ id }) => id);
  if (typeof sent === 'object') found.push(sent.hash);
  if (!noteShown(found)) return;
  const kept = typeof sent === 'object' ? sent.view : undefined;
  const link = readLink(kept);
  const isApart = typeof link === 'string' || member(kept, 'canExecute') === false;
  const known = isApart ? undefined : link;
  world.dispatch({ type: 'crosschain', link: known, body: kept, follows: true });
}

/** Remembers what is shown of a link; whether any of it is new. */
export function noteShown(ids: readonly string[]): boolean {
  const isNew = ids.some((id) => !shown.has(id));
  for (const id of ids) shown.add(id);
  return isNew;
}

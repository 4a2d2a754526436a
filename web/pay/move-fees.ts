import type { World } from './world.ts';

/** Removes a payment that will never be made, so that it can be made again, and warns of an earlier request once the page has gone back. */
export function dropPayment(world: World, hash: string): void {
  void moveFees(world, hash);
  world.memory.dropSent(hash);
  queueMicrotask(() => warnOfOpen(world));
}

/** Removes a payment that the network has refused, and warns of an earlier request. */
export function dropReverted(world: World, hash: string): void {
  world.memory.dropSent(hash);
  warnOfOpen(world);
}

/** Warns of a request that may still be open, or follows what another tab has sent. */
export function warnOfOpen({ memory, dispatch }: Pick<World, 'memory' | 'dispatch'>): void {
  const known = memory.read();
  // Of a proposal whose time is over a page load warns in words of its own.
  const isOver = known?.proposal?.isOver === true;
  if (known !== undefined)
    dispatch({
      type: 'remembered',
      memory: isOver ? { ...known, proposal: undefined } : known,
    });
}

/** The fees of a transaction go with it: to the one in its place, or nowhere. */
export async function moveFees({ config }: World, from: string, to?: string): Promise<void> {
  const fees = await import('./paid-fees.ts');
  fees.moveFees(config.token, from, to);
}

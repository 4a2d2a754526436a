import type { World } from './world.ts';

/** Removes a payment that will never be made, so that it can be made again. */
export function dropPayment(world: World, hash: string): void {
  void moveFees(world, hash);
  world.memory.clear();
}

/** The fees of a transaction go with it: to the one in its place, or nowhere. */
export async function moveFees({ config }: World, from: string, to?: string): Promise<void> {
  const fees = await import('./paid-fees.ts');
  fees.moveFees(config.token, from, to);
}

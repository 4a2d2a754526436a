/**
 * Remembers which deliveries were handled. `claim` returns whether it is the first call for this
 * id, in one atomic step (`INSERT … ON CONFLICT DO NOTHING`, `SET … NX`); `release` removes the id.
 */
export interface SeenStore {
  claim(deliveryId: string): boolean | Promise<boolean>;
  release(deliveryId: string): void | Promise<void>;
}

/**
 * Runs the work for the first delivery of this id and answers `handled`, or `repeated` without
 * running it. When the work fails the id is released, so that the sender's retry is handled.
 */
export async function handleOnce(
  store: SeenStore,
  deliveryId: string,
  work: () => unknown,
): Promise<'handled' | 'repeated'> {
  if (!(await store.claim(deliveryId))) return 'repeated';
  try {
    await work();
  } catch (failure) {
    await store.release(deliveryId);
    throw failure;
  }
  return 'handled';
}

/**
 * A store in memory, for one process and for development: it is empty after a restart. It keeps
 * the latest ids, 10,000 by default.
 */
export function memorySeenStore({ max = 10_000 }: { readonly max?: number } = {}): SeenStore {
  const seen = new Set<string>();
  return {
    claim: (deliveryId) => {
      if (seen.has(deliveryId)) return false;
      seen.add(deliveryId);
      for (const oldest of seen) {
        if (seen.size <= max) break;
        seen.delete(oldest);
      }
      return true;
    },
    release: (deliveryId) => {
      seen.delete(deliveryId);
    },
  };
}

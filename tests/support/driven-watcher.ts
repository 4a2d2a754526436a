import type { ChainUpdate, FollowFrom } from '#chains/chain.ts';
import { followChain } from '#modules/settlement/index.ts';
import type { IngestedChain } from '#modules/settlement/match-transfers.ts';
import type { Context } from '../../src/context.ts';
import { stillChain } from './still-chain.ts';

/** The loop of a watcher, on a chain that reports what it is given. */
export interface DrivenWatcher {
  /** Reports an update, and returns when the watcher has done everything that it does for it. */
  take(update: ChainUpdate): Promise<void>;
  /** Ends the loop, so that another one may follow the network. */
  end(): Promise<void>;
}

/** Starts the loop that production runs, from the cursor on: what is once for a start is done with the first update. */
export function driveWatcher(ctx: Context, chain: IngestedChain): DrivenWatcher {
  let next = Promise.withResolvers<ChainUpdate | undefined>();
  let done = Promise.withResolvers<void>();
  async function* follow(from: FollowFrom) {
    for (;;) {
      const update = await next.promise;
      if (update === undefined) return;
      next = Promise.withResolvers();
      yield await withoutOthers(update, from);
      done.resolve();
    }
  }
  const { signal } = new AbortController();
  const driven = { ...stillChain(chain.network.id), ...chain, follow };
  const ended = followChain(ctx, driven, signal);
  const failed = ended.then(() => {
    throw new Error('the watcher ended by itself');
  });
  // An update that is waited for is rejected with it; until then nothing handles it.
  failed.catch(() => undefined);
  return {
    take: async (update) => {
      done = Promise.withResolvers();
      next.resolve(update);
      await Promise.race([done.promise, failed]);
    },
    end: async () => {
      next.resolve(undefined);
      // What made it fail was thrown by the update that it failed with.
      await Promise.allSettled([ended]);
    },
  };
}

/** The update as a follower reports it, which looks up whose transfers they are first. */
async function withoutOthers(update: ChainUpdate, { isOurs }: FollowFrom): Promise<ChainUpdate> {
  if (update.type !== 'blocks' || update.transfers.length === 0 || isOurs === undefined) {
    return update;
  }
  const ours = await isOurs(update.transfers.map(({ referenceKey }) => referenceKey));
  return {
    ...update,
    transfers: update.transfers.filter(({ referenceKey }) => ours.has(referenceKey)),
  };
}

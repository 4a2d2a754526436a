import { setTimeout as wait } from 'node:timers/promises';

/** What a world is set to beside the settings of the sandbox. */
export type WorldSettings = Readonly<Record<string, string>>;

/** Worlds that are started as they are asked for, and lent to one at a time. */
export interface WorldPool<World> {
  /** A world of these settings that nobody else has, from now on until it is given back. */
  lend(settings: WorldSettings): Promise<Lent<World>>;
  /** Ends all of them. */
  end(): Promise<void>;
}

/** A world that one file has to itself. */
export interface Lent<World> {
  readonly world: World;
  giveBack(): void;
}

interface PoolParts<World> {
  readonly start: (settings: WorldSettings) => Promise<World>;
  readonly stop: (world: World) => Promise<void>;
  /** How long a world waits for somebody to ask for it again. */
  readonly idleMs: number;
}

/**
 * A pool in which a world that is given back goes to the next who asks for the same settings. What nobody asks for is
 * ended, as watching chains without a payment costs a twentieth of a processor.
 */
export function openWorldPool<World>({ start, stop, idleMs }: PoolParts<World>): WorldPool<World> {
  /** Those that nobody has, by their settings; the last given back goes first, so that others end. */
  const unused = new Map<string, Pooled<World>[]>();
  const all = new Set<World>();
  const ending = new Set<Promise<void>>();
  const end = (world: World) => {
    if (!all.delete(world)) return;
    const ended = stop(world).finally(() => ending.delete(ended));
    ending.add(ended);
  };
  const giveBack = (key: string, world: World) => {
    const idle = new AbortController();
    const pooled = { world, idle };
    unused.set(key, [...(unused.get(key) ?? []), pooled]);
    wait(idleMs, undefined, { signal: idle.signal, ref: false }).then(
      () => {
        unused.set(
          key,
          (unused.get(key) ?? []).filter((one) => one !== pooled),
        );
        end(world);
      },
      () => undefined,
    );
  };
  return {
    lend: async (settings) => {
      const key = keyOf(settings);
      const pooled = unused.get(key)?.pop();
      pooled?.idle.abort();
      const world = pooled?.world ?? (await start(settings));
      all.add(world);
      let isLent = true;
      return {
        world,
        giveBack: () => {
          if (isLent) giveBack(key, world);
          isLent = false;
        },
      };
    },
    end: async () => {
      for (const { idle } of [...unused.values()].flat()) idle.abort();
      for (const world of all) end(world);
      await Promise.all(ending);
    },
  };
}

interface Pooled<World> {
  readonly world: World;
  /** Aborted once somebody asks for it. */
  readonly idle: AbortController;
}

const keyOf = (settings: WorldSettings) =>
  JSON.stringify(Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1)));

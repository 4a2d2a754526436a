/** Chance that follows from a seed: the same questions get the same answers. */
export interface Dice {
  /** From 0 up to 1. */
  fraction(): number;
  /** A whole number from 0 up to, and without, the limit. */
  below(limit: number): number;
  /** True about so often. */
  isHit(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** One of these names, each as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  bytes(count: number): Buffer;
}

/** The generator sfc32, of which a seed's four words are a hash; it passes what tests of randomness there are. */
export function openDice(seed: string): Dice {
  const text = seedNumbers(seed);
  const next = () => {
    const [a, b, c, d] = text;
    const sum = (a + b + d) | 0;
    text[3] = (d + 1) | 0;
    text[0] = b ^ (b >>> 9);
    text[1] = (c + (c << 3)) | 0;
    text[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i += 1) next();
  const fraction = () => next() / 2 ** 32;
  const below = (limit: number) => Math.floor(fraction() * limit);
  return {
    fraction,
    below,
    isHit: (probability) => fraction() < probability,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('nothing can be picked of an empty list');
      return item;
    },
    weighted: (weights) => pickWeighted(weights, fraction()),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}

function pickWeighted<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  fraction: number,
): Name {
  const entries = Object.entries<number>(weights);
  let left = fraction * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0 && isKeyOf(weights, name)) return name;
  }
  throw new Error('nothing has a weight');
}

function isKeyOf<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  name: string,
): name is Name {
  return Object.hasOwn(weights, name);
}

/** FNV-1a over the text, once for each word. */
function seedNumbers(seed: string): [number, number, number, number] {
  const seedAt = (salt: number) => {
    let hash = 0x811c9dc5 ^ salt;
    for (const letter of seed) {
      hash ^= letter.codePointAt(0) ?? 0;
      hash = Math.imul(hash, 0x01000193);
    }
    return hash | 0;
  };
  return [seedAt(1), seedAt(2), seedAt(3), seedAt(4)];
}

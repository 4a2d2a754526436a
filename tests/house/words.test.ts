import { describe, expect, it } from 'vitest';
import { BANNED_WORDS, bannedWordsIn, wordsOf } from './banned-words.ts';
import { filesBelow, textOf } from './tree.ts';

const FOLDERS = ['src', 'web', 'sdk/src', 'tests', 'bench', 'scripts'];
const files = FOLDERS.flatMap(filesBelow).filter((path) => /\.tsx?$/.test(path));

/** Source that declares one name of each kind in which a banned word could come back. */
const PLANTED = `
  import { report as tellAll } from './report.ts';
  import * as stranger from './other.ts';
  export interface ChainHappening<Wish> { readonly toldAt: number; hear(seat: number): void }
  export type TokenAsk = { readonly [Marks in 'a']: string };
  export class HeadBell { #ring = 0; get standing() { return 1; } }
  export function lookBack(vouched: string, { drawn, kept: acquainted }: Kept) {
    const [witness] = [1];
    return { imitationsMissed: vouched };
  }
  try { lookBack(); } catch (doubted) {}
  for (const turns of []) {}
  enum Fate { Deafened }
`;

describe('names', () => {
  it('split into words wherever a capital, a digit or a sign begins one', () => {
    expect(wordsOf('toldOfHTTPRoom')).toEqual(['told', 'of', 'http', 'room']);
    expect(wordsOf('LOOK_BACK_BLOCKS')).toEqual(['look', 'back', 'blocks']);
    expect(wordsOf('tell-payment.test')).toEqual(['tell', 'payment', 'test']);
  });

  it('hold no word that the language of this repository replaced', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files.flatMap((path) => bannedWordsIn(path, textOf(path)))).toEqual([]);
  });

  it('are refused in every kind of declaration', () => {
    const found = bannedWordsIn('src/kit/planted.ts', PLANTED).map(({ name }) => name);
    expect(found).toEqual([
      'tellAll',
      'stranger',
      'ChainHappening',
      'Wish',
      'toldAt',
      'hear',
      'seat',
      'TokenAsk',
      'Marks',
      'HeadBell',
      'ring',
      'standing',
      'lookBack',
      'vouched',
      'drawn',
      'acquainted',
      'witness',
      'imitationsMissed',
      'doubted',
      'turns',
      'Deafened',
    ]);
  });

  it('are refused in the path of a file', () => {
    const [first] = bannedWordsIn('src/modules/settlement/tell-payment.ts', '');
    expect(first).toEqual({
      path: 'src/modules/settlement/tell-payment.ts',
      name: 'tell-payment',
      word: 'tell',
      use: BANNED_WORDS.get('tell'),
    });
    expect(bannedWordsIn('web/pay/standings/index.ts', '')).toHaveLength(1);
  });

  it('are not refused where they are the word of a library, of the field or of the wire', () => {
    expect(bannedWordsIn('src/kit/allowed.ts', 'const lookUp = 1, lookAlikes = 2;')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { BANNED_WORDS, bannedWordsIn, bannedWordsInSpans, wordsOf } from './banned-words.ts';
import { filesBelow, textOf } from './tree.ts';

const FOLDERS = ['src', 'web', 'sdk/src', 'tests', 'bench', 'scripts', 'migrations'];
/** This file plants such names as texts, and these two hold the earlier names of settings. */
const EXCEPTED =
  /^(tests\/house\/words\.test|src\/platform\/config\/renamed-settings(\.test)?)\.ts$/;
const files = FOLDERS.flatMap(filesBelow).filter(
  (path) => /\.(tsx?|sql)$/.test(path) && !EXCEPTED.test(path),
);
/** Pages that name what operators set, read and watch. */
const OPERATED = [...filesBelow('docs/operate'), ...filesBelow('docs/reference')].filter((path) =>
  path.endsWith('.md'),
);

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

/** A migration that gives a banned word to one thing of each kind. */
const PLANTED_SQL = `
  -- Nobody is told of what a comment says.
  create table booked (
    id text primary key,
    times_told integer not null default 1 constraint payment_forgotten check (times_told > 0),
    status text not null check (status in ('vouched', 'confirmed')) -- not 'doubted'
  );
  create index payment_standing on payment (network);
  create view recall as select 1 as told_at, 'it was told' as text;
  create function look_up_or_ask() returns trigger language sql as $$ select 1 as turn $$;
  create trigger payment_is_heard after insert on payment execute function refuse_change();
`;

/** Source that gives such names as texts: in SQL, as values, flags and aliases, and as keys that are no identifiers. */
const PLANTED_TEXTS = `
  const rows = sql<Row>\`select payment.id as told, \${value} from standing payment where \${told} = 'a witness'\`;
  db.selectFrom('payment as doubted').select(['payment.id as asked_at']);
  type Agreement = 'agreed' | 'unheard';
  const METRICS = { rpc_asks_total: { labels: ['network'] } };
  const SETTINGS = { WEBHOOK_TELL_REVERSIONS: 1 };
  log.warn({ stretchBlocks: 1 }, 'a node is asked again');
  const alarm = { kind: 'one_node_believed' };
  command.option('--look-back <blocks>', 'how far it looks back').option('--tell', 'tells');
  channel('florin_bell');
`;

describe('names', () => {
  it('split into words wherever a capital, a digit or a sign begins one', () => {
    expect(wordsOf('toldOfHTTPRoom')).toEqual(['told', 'of', 'http', 'room']);
    expect(wordsOf('LOOK_BACK_BLOCKS')).toEqual(['look', 'back', 'blocks']);
    expect(wordsOf('tell-payment.test')).toEqual(['tell', 'payment', 'test']);
  });

  it('hold no word that the language of this repository replaced', () => {
    expect(files.length).toBeGreaterThan(1_000);
    expect(files).toContain('migrations/0001_platform.sql');
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

  it('are refused in migrations, whatever they name, and nowhere in their comments and texts', () => {
    const found = bannedWordsIn('migrations/0001_planted.sql', PLANTED_SQL);
    expect(found.map(({ name }) => name)).toEqual([
      'vouched',
      'booked',
      'times_told',
      'payment_forgotten',
      'times_told',
      'payment_standing',
      'recall',
      'told_at',
      'look_up_or_ask',
      'turn',
      'payment_is_heard',
    ]);
  });

  it('are refused in SQL of the code, and as values, metrics, settings, fields of the log, flags and channels', () => {
    const found = bannedWordsIn('src/kit/planted.ts', PLANTED_TEXTS);
    expect(found.map(({ name }) => name)).toEqual([
      'told',
      'standing',
      'payment as doubted',
      'unheard',
      'rpc_asks_total',
      'WEBHOOK_TELL_REVERSIONS',
      'stretchBlocks',
      'one_node_believed',
      '--look-back <blocks>',
      '--tell',
      'florin_bell',
    ]);
  });

  it('are refused in the settings, metrics and alarms of documents', () => {
    const page =
      '| `one_node_believed` | warning | ask for `rpc_asks_total` and `--look-back` | told |';
    expect(bannedWordsInSpans('docs/operate/planted.md', page).map(({ name }) => name)).toEqual([
      'one_node_believed',
      'rpc_asks_total',
      '--look-back',
    ]);
    expect(OPERATED.flatMap((path) => bannedWordsInSpans(path, textOf(path)))).toEqual([]);
  });

  it('are not refused where they are the word of a library, of the field or of the wire', () => {
    expect(bannedWordsIn('src/kit/allowed.ts', 'const lookUp = 1, lookAlikes = 2;')).toEqual([]);
  });
});

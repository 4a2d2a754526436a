/** One import that breaks one rule: the file that commits it, its text, and what else must exist. */
export interface PlantedViolation {
  readonly rule: string;
  readonly from: string;
  readonly text: string;
  /** Innocent files that the guilty one points at. */
  readonly besides?: Readonly<Record<string, string>>;
}

const value = 'export const value = 1;\n';
const importing = (path: string) => `import { value } from '${path}';\nexport const it = value;\n`;

/** The stairs, lowest first; a planted file on each step climbs to the one above or to a neighbour. */
const climbs: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['stairs-events-audit-currencies', 'events', 'webhooks'],
  ['stairs-identity-destinations', 'destinations', 'clients'],
  ['stairs-clients', 'clients', 'requests'],
  ['stairs-orchestrators', 'orchestrators', 'fees'],
  ['stairs-compliance-fees-crosschain', 'fees', 'compliance'],
  ['stairs-ledger', 'ledger', 'requests'],
  ['stairs-calldata', 'calldata', 'requests'],
  ['stairs-requests', 'requests', 'secure-payments'],
  ['stairs-secure-payments-payouts', 'payouts', 'secure-payments'],
  ['stairs-multicall-payouts', 'multicall-payouts', 'checkout'],
  ['stairs-checkout-settlement-webhooks', 'settlement', 'webhooks'],
];

/** A violation of every rule in `.dependency-cruiser.cjs`; the test fails when one is missing. */
export const PLANTED: readonly PlantedViolation[] = [
  ...climbs.map(([rule, from, to]) => ({
    rule,
    from: `src/modules/${from}/climb.ts`,
    text: importing(`../${to}/index.ts`),
    besides: { [`src/modules/${to}/index.ts`]: value },
  })),
  {
    rule: 'no-cycles',
    // The cruiser tells of a cycle once, at the member that it meets first.
    from: 'src/kit/egg.ts',
    text: "import { hen } from './hen.ts';\nexport const egg = () => hen;\n",
    besides: {
      'src/kit/hen.ts': "import { egg } from './egg.ts';\nexport const hen = () => egg;\n",
    },
  },
  {
    rule: 'one-door',
    from: 'src/modules/webhooks/burglar.ts',
    text: importing('../events/store.ts'),
    besides: { 'src/modules/events/store.ts': value },
  },
  {
    rule: 'hatches',
    from: 'src/processes/nosy.ts',
    text: importing('../modules/events/record.ts'),
    besides: { 'src/modules/events/record.ts': value },
  },
  {
    rule: 'pure-model',
    from: 'src/modules/events/model/impure.ts',
    text: "import { readFileSync } from 'node:fs';\nexport const it = readFileSync;\n",
  },
  {
    rule: 'kit-is-ground',
    from: 'src/kit/flying.ts',
    text: importing('../catalog/facts.ts'),
    besides: { 'src/catalog/facts.ts': value },
  },
  {
    rule: 'catalog-on-kit',
    from: 'src/catalog/active.ts',
    text: importing('../platform/pipe.ts'),
    besides: { 'src/platform/pipe.ts': value },
  },
  {
    rule: 'platform-is-blind',
    from: 'src/platform/seeing.ts',
    text: importing('../catalog/sight.ts'),
    besides: { 'src/catalog/sight.ts': value },
  },
  {
    rule: 'worlds-do-not-look-in',
    from: 'src/chains/curious.ts',
    text: importing('../modules/requests/index.ts'),
    besides: { 'src/modules/requests/index.ts': value },
  },
  {
    rule: 'rooms-do-not-see-engines',
    from: 'src/modules/events/upstart.ts',
    text: importing('../../processes/engine.ts'),
    besides: { 'src/processes/engine.ts': value },
  },
  {
    rule: 'rooms-know-the-port',
    from: 'src/modules/calldata/familiar.ts',
    text: importing('../../chains/evm/encode.ts'),
    besides: { 'src/chains/evm/encode.ts': value },
  },
  {
    rule: 'sql-in-store',
    from: 'src/modules/events/sneaky.ts',
    text: "import { sql } from 'kysely';\nexport const it = sql;\n",
  },
  {
    rule: 'http-in-http',
    from: 'src/modules/events/chatty.ts',
    text: "import fastify from 'fastify';\nexport const it = fastify;\n",
  },
  {
    rule: 'verbs-do-not-know-http',
    from: 'src/modules/events/backwards.ts',
    text: importing('./http/find-event.ts'),
    besides: { 'src/modules/events/http/find-event.ts': value },
  },
  {
    rule: 'http-does-not-know-sql',
    from: 'src/modules/events/http/shortcut.ts',
    text: importing('../store.ts'),
    besides: { 'src/modules/events/store.ts': value },
  },
  {
    rule: 'http-does-not-know-sql',
    from: 'src/modules/events/http/side-entrance.ts',
    text: importing('../store/feed.ts'),
    besides: { 'src/modules/events/store/feed.ts': value },
  },
  {
    rule: 'web-is-outside',
    from: 'web/pay/insider.ts',
    text: importing('../../src/kit/thing.ts'),
    besides: { 'src/kit/thing.ts': value },
  },
  {
    rule: 'sdk-is-alone',
    from: 'sdk/src/leaning.ts',
    text: importing('../../src/kit/thing.ts'),
    besides: { 'src/kit/thing.ts': value },
  },
  {
    rule: 'server-is-not-web',
    from: 'src/processes/renderer.ts',
    text: importing('../../web/pay/screen.ts'),
    besides: { 'web/pay/screen.ts': value },
  },
  {
    rule: 'pages-are-strangers',
    from: 'web/dashboard/visitor.ts',
    text: importing('../pay/part.ts'),
    besides: { 'web/pay/part.ts': value },
  },
  {
    rule: 'modules-use-no-chain-library',
    from: 'src/modules/events/chained.ts',
    text: "import { keccak256 } from 'viem';\nexport const it = keccak256;\n",
  },
  {
    rule: 'no-dev-in-product',
    from: 'src/platform/tool.ts',
    text: "import vite from 'vite';\nexport const it = vite;\n",
  },
  {
    rule: 'tests-are-not-product',
    from: 'src/processes/pretender.ts',
    text: importing('../../tests/chains/fake/chain.ts'),
    besides: { 'tests/chains/fake/chain.ts': value },
  },
  {
    rule: 'commands-load-late',
    from: 'src/processes/commands/eager-commands.ts',
    text: importing('./work.ts'),
    besides: { 'src/processes/commands/work.ts': value },
  },
  { rule: 'no-orphans', from: 'src/kit/orphan.ts', text: value },
];

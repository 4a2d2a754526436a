/** One import that breaks one rule: the file that has it, its text, and what else must exist. */
export interface PlantedViolation {
  readonly rule: string;
  readonly from: string;
  readonly text: string;
  /** Files that keep the rules, which the violating one imports. */
  readonly besides?: Readonly<Record<string, string>>;
}

const value = 'export const value = 1;\n';
const importing = (path: string) => `import { value } from '${path}';\nexport const it = value;\n`;

/** For each line of the module order, an import of a module that is not below it. */
const upward: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['module-order-events-audit-api-requests-currencies', 'events', 'webhooks'],
  ['module-order-identity-destinations', 'destinations', 'clients'],
  ['module-order-clients', 'clients', 'requests'],
  ['module-order-orchestrators-screening-overrides', 'orchestrators', 'fees'],
  ['module-order-members-screening-merchant-profiles', 'screening', 'compliance'],
  ['module-order-compliance-fees-payers-payee-names', 'fees', 'compliance'],
  ['module-order-ledger-payment-details', 'ledger', 'requests'],
  ['module-order-calldata-forwarding-relayer-user-operations', 'calldata', 'requests'],
  ['module-order-crosschain', 'crosschain', 'requests'],
  ['module-order-off-ramps', 'off-ramps', 'requests'],
  ['module-order-requests', 'requests', 'secure-payments'],
  ['module-order-recurring-payouts', 'recurring-payouts', 'payouts'],
  ['module-order-secure-payments-payouts-commerce-journeys', 'payouts', 'secure-payments'],
  ['module-order-multicall-payouts', 'multicall-payouts', 'checkout'],
  ['module-order-intents-payout-imports-saved-payouts', 'intents', 'checkout'],
  ['module-order-checkout-settlement-webhooks', 'settlement', 'webhooks'],
  ['module-order-notifications-receipts', 'notifications', 'receipts'],
];

/** A violation of every rule in `.dependency-cruiser.cjs`; the test fails when one is missing. */
export const PLANTED: readonly PlantedViolation[] = [
  ...upward.map(([rule, from, to]) => ({
    rule,
    from: `src/modules/${from}/upward.ts`,
    text: importing(`../${to}/index.ts`),
    besides: { [`src/modules/${to}/index.ts`]: value },
  })),
  {
    rule: 'no-cycles',
    // The cruiser reports a cycle once, at the member that it meets first.
    from: 'src/kit/egg.ts',
    text: "import { hen } from './hen.ts';\nexport const egg = () => hen;\n",
    besides: {
      'src/kit/hen.ts': "import { egg } from './egg.ts';\nexport const hen = () => egg;\n",
    },
  },
  {
    rule: 'public-interface',
    from: 'src/modules/webhooks/burglar.ts',
    text: importing('../events/store.ts'),
    besides: { 'src/modules/events/store.ts': value },
  },
  {
    rule: 'module-entry-points',
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
    rule: 'model-imports-types-of-ports',
    from: 'src/modules/events/model/calling.ts',
    text: importing('../../../chains/chain.ts'),
    besides: { 'src/chains/chain.ts': value },
  },
  {
    rule: 'kit-imports-nothing',
    from: 'src/kit/flying.ts',
    text: importing('../catalog/facts.ts'),
    besides: { 'src/catalog/facts.ts': value },
  },
  {
    rule: 'catalog-imports-kit-only',
    from: 'src/catalog/active.ts',
    text: importing('../platform/pipe.ts'),
    besides: { 'src/platform/pipe.ts': value },
  },
  {
    rule: 'platform-imports-kit-only',
    from: 'src/platform/seeing.ts',
    text: importing('../catalog/sight.ts'),
    besides: { 'src/catalog/sight.ts': value },
  },
  {
    rule: 'adapters-do-not-import-modules',
    from: 'src/chains/curious.ts',
    text: importing('../modules/requests/index.ts'),
    besides: { 'src/modules/requests/index.ts': value },
  },
  {
    rule: 'modules-do-not-import-upper-layers',
    from: 'src/modules/events/upstart.ts',
    text: importing('../../processes/engine.ts'),
    besides: { 'src/processes/engine.ts': value },
  },
  {
    rule: 'hosts-do-not-import-processes',
    from: 'src/hosts/api/upward.ts',
    text: importing('../../processes/engine.ts'),
    besides: { 'src/processes/engine.ts': value },
  },
  {
    rule: 'hosts-do-not-import-processes',
    from: 'src/hosts/pay/sandboxed.ts',
    text: importing('../../sandbox/local-nodes.ts'),
    besides: { 'src/sandbox/local-nodes.ts': value },
  },
  {
    rule: 'modules-import-ports',
    from: 'src/modules/compliance/adapter.ts',
    text: importing('../../providers/screening/vendor.ts'),
    besides: { 'src/providers/screening/vendor.ts': value },
  },
  {
    rule: 'modules-import-ports',
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
    rule: 'operations-do-not-import-http',
    from: 'src/modules/events/backwards.ts',
    text: importing('./http/find-event.ts'),
    besides: { 'src/modules/events/http/find-event.ts': value },
  },
  {
    rule: 'http-does-not-import-sql',
    from: 'src/modules/events/http/shortcut.ts',
    text: importing('../store.ts'),
    besides: { 'src/modules/events/store.ts': value },
  },
  {
    rule: 'http-does-not-import-sql',
    from: 'src/modules/events/http/side-entrance.ts',
    text: importing('../store/feed.ts'),
    besides: { 'src/modules/events/store/feed.ts': value },
  },
  {
    rule: 'pages-do-not-import-the-server',
    from: 'web/pay/insider.ts',
    text: importing('../../src/kit/thing.ts'),
    besides: { 'src/kit/thing.ts': value },
  },
  {
    rule: 'sdk-for-react-imports-react',
    from: 'sdk/src/react.ts',
    text: importing('../../src/kit/thing.ts'),
    besides: { 'src/kit/thing.ts': value },
  },
  {
    rule: 'sdk-imports-nothing',
    from: 'sdk/src/leaning.ts',
    text: importing('../../src/kit/thing.ts'),
    besides: { 'src/kit/thing.ts': value },
  },
  {
    rule: 'server-does-not-import-pages',
    from: 'src/processes/renderer.ts',
    text: importing('../../web/pay/screen.ts'),
    besides: { 'web/pay/screen.ts': value },
  },
  {
    rule: 'pages-are-separate',
    from: 'web/dashboard/visitor.ts',
    text: importing('../pay/part.ts'),
    besides: { 'web/pay/part.ts': value },
  },
  {
    rule: 'pages-are-separate',
    from: 'web/later-page/visitor.ts',
    text: importing('../pay/part.ts'),
    besides: { 'web/pay/part.ts': value },
  },
  {
    rule: 'parts-of-all-pages-import-no-page',
    from: 'web/ui/partial.ts',
    text: importing('../pay/part.ts'),
    besides: { 'web/pay/part.ts': value },
  },
  {
    rule: 'page-engine-imports-nothing',
    from: 'web/engine/heavy.ts',
    text: importing('../wallet/thing.ts'),
    besides: { 'web/wallet/thing.ts': value },
  },
  {
    rule: 'design-system-imports-engine-only',
    from: 'web/ui/knowing.ts',
    text: importing('../api/thing.ts'),
    besides: { 'web/api/thing.ts': value },
  },
  {
    rule: 'modules-use-no-chain-library',
    from: 'src/modules/events/chained.ts',
    text: "import { keccak256 } from 'viem';\nexport const it = keccak256;\n",
  },
  {
    rule: 'no-dev-dependency-in-production',
    from: 'src/platform/tool.ts',
    text: "import vite from 'vite';\nexport const it = vite;\n",
  },
  {
    rule: 'production-does-not-import-tests',
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

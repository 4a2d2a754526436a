// Which way imports may point. Each rule is one sentence of ARCHITECTURE.md, "Imports".

// The order of modules: a module may import only modules on lower lines, and none on its own line.
const moduleOrder = [
  ['events', 'audit', 'api-requests', 'currencies'],
  ['identity', 'destinations'],
  ['clients'],
  ['orchestrators', 'screening-overrides'],
  ['members', 'screening', 'merchant-profiles'],
  ['compliance', 'fees', 'payers', 'payee-names'],
  ['ledger', 'payment-details'],
  ['calldata', 'forwarding', 'relayer', 'user-operations'],
  ['crosschain'],
  ['off-ramps'],
  ['requests'],
  ['recurring-payouts'],
  ['secure-payments', 'payouts', 'commerce', 'journeys'],
  ['multicall-payouts'],
  ['intents', 'payout-imports', 'saved-payouts'],
  ['checkout', 'settlement', 'webhooks'],
  ['notifications', 'receipts'],
];

// A module that is alone on the highest line may import all others.
const orderRules = moduleOrder.filter((line, i) => i < moduleOrder.length - 1 || line.length > 1).map((line, i) => ({
  name: `module-order-${line.join('-')}`,
  severity: 'error',
  comment: 'Modules import lower modules only; see "Module order" in ARCHITECTURE.md.',
  from: { path: `^src/modules/(${line.join('|')})/` },
  to: {
    path: `^src/modules/(${moduleOrder.slice(i).flat().join('|')})/`,
    pathNot: '^src/modules/$1/',
  },
}));

const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...orderRules,
    rule('no-cycles', {}, { circular: true }, 'Files that import each other in a circle are one file, or need a third.'),
    rule('public-interface', { path: '^src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' }, { path: '^src/modules/[^/]+/(?!index\\.ts$)', pathNot: '^src/modules/$1/' }, 'Import another module only through its index.ts.'),
    rule('module-entry-points', { path: '^src/(processes/|hosts/|sandbox/|main\\.ts$)', pathNot: '\\.test\\.ts$' }, { path: '^src/modules/[^/]+/', pathNot: '^src/modules/[^/]+/(index|http/index|sweeps)\\.ts$' }, 'Processes and hosts import index.ts, http/index.ts and sweeps.ts of a module.'),
    rule('pure-model', { path: '^src/modules/[^/]+/model/', pathNot: '\\.test\\.ts$' }, { pathNot: ['^src/modules/[^/]+/(model/|index\\.ts$)', '^src/(kit|catalog)/', '^src/(chains/chain|providers/(identity-provider|off-ramp-provider|route-provider|safe-service))\\.ts$', '^node_modules/(zod|ibantools)/', '^(node:)?crypto$'] }, 'model/ computes; it never reads, writes or waits.'),
    rule('model-imports-types-of-ports', { path: '^src/modules/[^/]+/model/', pathNot: '\\.test\\.ts$' }, { path: '^src/(chains/chain|providers/(identity-provider|off-ramp-provider|route-provider|safe-service))\\.ts$', dependencyTypesNot: ['type-only'] }, 'model/ judges what ports answer and calls none.'),
    rule('kit-imports-nothing', { path: '^src/kit/' }, { path: '^src/(?!kit/)' }, 'kit knows nothing of payments.'),
    rule('catalog-imports-kit-only', { path: '^src/catalog/' }, { path: '^src/(?!kit/|catalog/)' }, 'catalog is data, not behaviour.'),
    rule('platform-imports-kit-only', { path: '^src/platform/', pathNot: '\\.test\\.ts$' }, { path: '^src/(?!kit/|platform/)' }, 'platform knows nothing of payments.'),
    rule('adapters-do-not-import-modules', { path: '^src/(chains|providers)/', pathNot: '\\.test\\.ts$' }, { path: '^src/(modules/|hosts/|processes/|sandbox/|context\\.ts|main\\.ts)' }, 'Adapters of chains and providers never import modules.'),
    rule('modules-do-not-import-upper-layers', { path: '^src/(modules/|context\\.ts$)', pathNot: '\\.test\\.ts$' }, { path: '^src/(hosts/|processes/|sandbox/|main\\.ts$)' }, 'Modules know nothing of the hosts and processes that run them.'),
    rule('hosts-do-not-import-processes', { path: '^src/hosts/', pathNot: '\\.test\\.ts$' }, { path: '^src/(processes/|main\\.ts$|sandbox/(?!test-accounts\\.ts$))' }, 'Hosts are started by processes; of the sandbox they know the published test account only.'),
    rule('modules-use-no-chain-library', { path: '^src/modules/', pathNot: '\\.test\\.ts$' }, { path: '^node_modules/(viem|ox|tronweb|@scure/base)/' }, 'What a family of chains needs is behind the chain port or in the catalog.'),
    rule('modules-import-ports', { path: '^src/modules/', pathNot: '\\.test\\.ts$' }, { path: '^src/(chains/(?!chain\\.ts$)|providers/(?!(route-provider|safe-service|bundler|operation-calls|callback-request|identity-provider|off-ramp-provider|wallet-screener)\\.ts$))' }, 'Modules know the ports of chains and providers, never an adapter.'),
    rule('sql-in-store', { path: '^src/', pathNot: '(/store(\\.test)?\\.ts$|^src/modules/[^/]+/store/|^src/platform/db/|^src/sandbox/database/|\\.test\\.ts$)' }, { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] }, 'SQL is written in store.ts, or in store/ where it is long.'),
    rule('http-in-http', { path: '^src/modules/', pathNot: '/http/' }, { path: '^node_modules/(fastify|@fastify)/' }, 'Modules use HTTP in http/ only.'),
    rule('operations-do-not-import-http', { path: '^src/modules/', pathNot: '/http/|\\.test\\.ts$' }, { path: '^src/modules/[^/]+/http/' }, 'An operation can be called by an endpoint, a background job or a test alike.'),
    rule('http-does-not-import-sql', { path: '^src/modules/[^/]+/http/', pathNot: '\\.test\\.ts$' }, { path: '/store(\\.ts$|/)' }, 'An endpoint calls operations.'),
    rule('pages-do-not-import-the-server', { path: '^web/' }, { path: '^src/' }, 'The pages are API clients like any other.'),
    rule('sdk-imports-nothing', { path: '^sdk/src/', pathNot: '(\\.test|/react)\\.ts$' }, { pathNot: ['^sdk/src/', '^(node:)?crypto$'] }, 'The package of integrators has no dependency.'),
    rule('sdk-for-react-imports-react', { path: '^sdk/src/react\\.ts$' }, { pathNot: ['^sdk/src/', '^node_modules/(@types/)?react/'] }, 'The component brings no code but its own.'),
    rule('server-does-not-import-pages', { path: '^src/' }, { path: '^web/' }, 'The server loads the built pages by path, never their sources.'),
    rule('pages-are-separate', { path: '^web/(?!api/|engine/|ui/|wallet/)([^/]+)/' }, { path: '^web/(?!api/|engine/|ui/|wallet/)[^/]+/', pathNot: '^web/$1/' }, 'The pages share only web/engine, web/ui, web/wallet and web/api.'),
    rule('parts-of-all-pages-import-no-page', { path: '^web/(api|engine|ui|wallet)/' }, { path: '^web/(?!api/|engine/|ui/|wallet/)[^/]+/' }, 'What all pages share knows none of them.'),
    rule('page-engine-imports-nothing', { path: '^web/engine/', pathNot: '\\.test\\.tsx?$' }, { pathNot: ['^web/engine/', '^node_modules/preact'] }, 'The page engine knows no host, wallet or style.'),
    rule('design-system-imports-engine-only', { path: '^web/ui/', pathNot: '\\.test\\.tsx?$' }, { path: '^web/(?!ui/|engine/)' }, 'The design system knows no host and no wallet.'),
    rule('no-dev-dependency-in-production', { path: '^src/', pathNot: '(\\.test\\.ts$|^src/(sandbox|hosts/(pages|pay))/)' }, { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }, 'What production imports is a dependency, not a development one.'),
    rule('production-does-not-import-tests', { path: '^(src|web|sdk)/', pathNot: '\\.test\\.tsx?$' }, { path: '^tests/' }, 'Fakes and conformance suites stay with the tests.'),
    rule('commands-load-late', { path: '^src/(main|processes/commands/([a-z]+-commands))\\.ts$' }, { path: '^(src|node_modules)/', pathNot: '^(src/processes/commands/[a-z]+-commands\\.ts$|node_modules/commander/)', dynamic: false, dependencyTypesNot: ['type-only'] }, 'What a command runs is loaded when it is called.'),
    rule('no-orphans', { orphan: true, pathNot: ['\\.test\\.ts$', '^src/main\\.ts$', '^src/platform/http/reference/script\\.js$', '^(web|tests|scripts|bench|sdk)/', '\\.d\\.ts$'] }, {}, 'Nothing imports this file.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
};

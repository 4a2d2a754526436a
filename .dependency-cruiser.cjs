// The doors of the house. Each rule is one sentence of ARCHITECTURE.md, "Which way imports point".

// The stairs: a module may import only modules on lower steps. Same step means strangers.
const stairs = [
  ['events', 'audit', 'currencies'],
  ['identity', 'destinations'],
  ['clients'],
  ['orchestrators'],
  ['compliance', 'fees', 'crosschain'],
  ['ledger'],
  ['calldata'],
  ['requests'],
  ['secure-payments', 'payouts'],
  ['multicall-payouts'],
  ['checkout', 'settlement', 'webhooks'],
];

const climbing = stairs.map((step, i) => ({
  name: `stairs-${step.join('-')}`,
  severity: 'error',
  comment: 'Modules import downstairs only; see the stairs in ARCHITECTURE.md.',
  from: { path: `^src/modules/(${step.join('|')})/` },
  to: { path: `^src/modules/(${stairs.slice(i).flat().join('|')})/`, pathNot: '^src/modules/$1/' },
}));

const rule = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...climbing,
    rule('no-cycles', {}, { circular: true }, 'A cycle is two things pretending to be one.'),
    rule('one-door', { path: '^src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' }, { path: '^src/modules/[^/]+/(?!index\\.ts$)', pathNot: '^src/modules/$1/' }, 'Enter another module only through its index.ts.'),
    rule('hatches', { path: '^src/(processes/|main\\.ts$)' }, { path: '^src/modules/[^/]+/', pathNot: '^src/modules/[^/]+/(index|http/index|sweeps)\\.ts$' }, 'The engines take endpoints and sweeps through their hatches.'),
    rule('pure-model', { path: '^src/modules/[^/]+/model/', pathNot: '\\.test\\.ts$' }, { pathNot: ['^src/modules/[^/]+/(model/|index\\.ts$)', '^src/(kit|catalog)/', '^node_modules/zod/', '^(node:)?crypto$'] }, 'model/ computes; it never reads, writes or waits.'),
    rule('kit-is-ground', { path: '^src/kit/' }, { path: '^src/(?!kit/)' }, 'kit knows nothing of payments.'),
    rule('catalog-on-kit', { path: '^src/catalog/' }, { path: '^src/(?!kit/|catalog/)' }, 'catalog is facts, not behaviour.'),
    rule('platform-is-blind', { path: '^src/platform/', pathNot: '\\.test\\.ts$' }, { path: '^src/(?!kit/|platform/)' }, 'platform is plumbing; it knows nothing of payments.'),
    rule('worlds-do-not-look-in', { path: '^src/(chains|providers)/', pathNot: '\\.test\\.ts$' }, { path: '^src/(modules|processes|context\\.ts)' }, 'chains and providers never import modules.'),
    rule('rooms-do-not-see-engines', { path: '^src/(modules/|context\\.ts$)', pathNot: '\\.test\\.ts$' }, { path: '^src/(processes/|main\\.ts$)' }, 'Rooms know nothing of the processes that run them.'),
    rule('modules-use-no-chain-library', { path: '^src/modules/', pathNot: '\\.test\\.ts$' }, { path: '^node_modules/(viem|ox|tronweb|@scure/base)/' }, 'What a family of chains needs is behind the chain port or in the catalog.'),
    rule('rooms-know-the-port', { path: '^src/modules/', pathNot: '\\.test\\.ts$' }, { path: '^src/chains/(?!chain\\.ts$)' }, 'Rooms know the chain port, never a family.'),
    rule('sql-in-store', { path: '^src/', pathNot: '(/store(\\.test)?\\.ts$|^src/modules/[^/]+/store/|^src/platform/db/|\\.test\\.ts$)' }, { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] }, 'SQL is written in store.ts, or in store/ where it is long.'),
    rule('http-in-http', { path: '^src/modules/', pathNot: '/http/' }, { path: '^node_modules/(fastify|@fastify)/' }, 'HTTP is spoken in http/ only.'),
    rule('verbs-do-not-know-http', { path: '^src/modules/', pathNot: '/http/|\\.test\\.ts$' }, { path: '^src/modules/[^/]+/http/' }, 'A verb can be called by an endpoint, a sweep or a test alike.'),
    rule('http-does-not-know-sql', { path: '^src/modules/[^/]+/http/', pathNot: '\\.test\\.ts$' }, { path: '/store(\\.ts$|/)' }, 'An endpoint calls verbs.'),
    rule('web-is-outside', { path: '^web/' }, { path: '^src/' }, 'The pages are API clients like any other.'),
    rule('sdk-is-alone', { path: '^sdk/src/', pathNot: '\\.test\\.ts$' }, { pathNot: ['^sdk/src/', '^(node:)?crypto$'] }, 'What receivers install brings nothing along.'),
    rule('server-is-not-web', { path: '^src/' }, { path: '^web/' }, 'The server loads the built pages by path, never their sources.'),
    rule('pages-are-strangers', { path: '^web/(pay|onboarding|dashboard)/' }, { path: '^web/(pay|onboarding|dashboard)/', pathNot: '^web/$1/' }, 'The pages share only web/ui, web/wallet and web/api.'),
    rule('no-dev-in-product', { path: '^src/', pathNot: '(\\.test\\.ts$|^src/processes/(sandbox|pay)/)' }, { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] }, 'What production imports is a dependency, not a development one.'),
    rule('tests-are-not-product', { path: '^(src|web|sdk)/', pathNot: '\\.test\\.tsx?$' }, { path: '^tests/' }, 'The product imports nothing of its tests: fakes and suites stay there.'),
    rule('commands-load-late', { path: '^src/(main|processes/commands/([a-z]+-commands))\\.ts$' }, { path: '^(src|node_modules)/', pathNot: '^(src/processes/commands/[a-z]+-commands\\.ts$|node_modules/commander/)', dynamic: false, dependencyTypesNot: ['type-only'] }, 'What a command runs is loaded when it is called.'),
    rule('no-orphans', { orphan: true, pathNot: ['\\.test\\.ts$', '^src/main\\.ts$', '^src/platform/http/reference/script\\.js$', '^(web|tests|scripts|bench|sdk)/', '\\.d\\.ts$'] }, {}, 'Nobody needs this file.'),
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

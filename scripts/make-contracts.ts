// Writes the ABIs and the bytecode that the project uses, from the published artifacts of the
// Request Network contracts and from our own sandbox tokens, and compares the addresses of
// src/catalog/contracts.ts with the published ones. With --check it writes nothing and fails on a
// difference.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { CONTRACTS } from '#catalog/contracts.ts';
import { NETWORKS } from '#catalog/networks.ts';
import { keepFresh } from './keep-fresh.ts';

const SOURCE = '@requestnetwork/smart-contracts@0.48.0';
const require = createRequire(import.meta.url);
const folder = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const published = join(
  dirname(require.resolve('@requestnetwork/smart-contracts/package.json')),
  'dist/src',
);

const Artifact = z.object({
  abi: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })),
  bytecode: z.string().regex(/^0x[0-9a-f]+$/),
});
type Artifact = z.infer<typeof Artifact>;

/** The factories hold `_abi` and `_bytecode` and only want a class of ethers to extend. */
function readFactory(path: string): Artifact {
  const file = `${published}/types/factories/src/contracts/${path}__factory.js`;
  const stub = { Contract: class {}, ContractFactory: class {}, utils: { Interface: class {} } };
  const load: unknown = new Function(
    'require',
    'exports',
    `${readFileSync(file, 'utf8')}\nreturn { abi: _abi, bytecode: _bytecode };`,
  );
  if (typeof load !== 'function') throw new Error(`${file} cannot be read`);
  return Artifact.parse(load(() => ({ ethers: stub, ...stub }), {}));
}

/**
 * Our name of a contract, the published one, and the versions whose addresses count, the newest last:
 * the payment calls are the same in all of them, and not every network has every version.
 */
const PUBLISHED = [
  ['erc20FeeProxy', 'ERC20FeeProxy', ['0.2.0']],
  ['ethereumFeeProxy', 'EthereumFeeProxy', ['0.2.0']],
  ['erc20ConversionProxy', 'Erc20ConversionProxy', ['0.1.0', '0.1.1', '0.1.2']],
  ['ethConversionProxy', 'EthConversionProxy', ['0.1.0', '0.2.0', '0.2.1']],
  ['conversionPath', 'ChainlinkConversionPath', ['0.1.0', '0.2.0', '0.2.1']],
  ['batchPayments', 'BatchConversionPayments', ['0.1.0']],
] as const;

const Deployments = z.record(z.string(), z.object({ address: z.string() }));

/** The addresses of a contract by network, in the newest of the versions that the network has. */
function readAddresses(name: string, versions: readonly string[]): z.infer<typeof Deployments> {
  let found: Record<string, unknown> = {};
  const ContractArtifact = class {
    constructor(published: Record<string, { deployment: object }>) {
      found = Object.assign({}, ...versions.map((version) => published[version]?.deployment));
    }
  };
  const source = readFileSync(`${published}/lib/artifacts/${name}/index.js`, 'utf8');
  const load: unknown = new Function('require', 'exports', source);
  if (typeof load !== 'function') throw new Error(`${name} cannot be read`);
  load((path: string) => (path.endsWith('.json') ? {} : { ContractArtifact }), {});
  return Deployments.parse(found);
}

function checkAddresses(): void {
  const evm = Object.values(NETWORKS).filter((network) => network.family === 'evm');
  const wrong = PUBLISHED.flatMap(([ours, theirs, versions]) => {
    const addresses = readAddresses(theirs, versions);
    return evm
      .filter(({ id }) => CONTRACTS[id][ours] !== addresses[id]?.address)
      .map(({ id }) => `${ours} on ${id}`);
  });
  if (wrong.length > 0) {
    throw new Error(`src/catalog/contracts.ts differs from ${SOURCE}: ${wrong.join(', ')}`);
  }
}

const Compiled = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: Artifact.shape.abi,
          evm: z.object({ bytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .default({}),
});

/** Compiles sandbox/solidity with a fixed compiler, optimiser and EVM version. */
function compileTokens(): Record<string, Artifact> {
  const solc: { compile(input: string): string } = require('solc');
  const files = readdirSync(folder('sandbox/solidity'))
    .filter((name) => name.endsWith('.sol'))
    .sort();
  const sources = Object.fromEntries(
    files.map((name) => [
      name,
      { content: readFileSync(folder(`sandbox/solidity/${name}`), 'utf8') },
    ]),
  );
  const settings = {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  };
  const input = { language: 'Solidity', sources, settings };
  const output = Compiled.parse(JSON.parse(solc.compile(JSON.stringify(input))));
  const faults = output.errors.filter((error) => error.severity === 'error');
  if (faults.length > 0) throw new Error(faults.map((error) => error.formattedMessage).join('\n'));
  return Object.fromEntries(
    Object.values(output.contracts).flatMap((byName) =>
      Object.entries(byName).map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}` },
      ]),
    ),
  );
}

/** An ABI as a constant that viem infers types from. */
function abiSource(name: string, abi: Artifact['abi'], from: string): string {
  return `// Generated by scripts/make-contracts.ts from ${from}. Do not edit.\n\n/** The parts of the interface of ${name} that are used. */\nexport const ${name} = ${JSON.stringify(abi, null, 2)} as const;\n`;
}

const parts = (artifact: Artifact, names: readonly string[]) =>
  artifact.abi.filter((entry) => entry.name !== undefined && names.includes(entry.name));

checkAddresses();
const tokens = compileTokens();
const erc20FeeProxy = readFactory('ERC20FeeProxy');
const ethereumFeeProxy = readFactory('EthereumFeeProxy');
const erc20ConversionProxy = readFactory('Erc20ConversionProxy');
const ethConversionProxy = readFactory('EthConversionProxy');
const conversionPath = readFactory('ChainlinkConversionPath.sol/ChainlinkConversionPath');
const batchPayments = readFactory('BatchConversionPayments');
const { SandboxToken: sandboxToken, SandboxPriceFeed: sandboxPriceFeed } = tokens;
if (!(sandboxToken && sandboxPriceFeed)) throw new Error('sandbox/solidity lacks a contract');
const erc20Names = [
  'balanceOf',
  'allowance',
  'approve',
  'transfer',
  'transferFrom',
  'Transfer',
  'Approval',
  'decimals',
  'symbol',
  'name',
];

const contracts = {
  note: `Generated by scripts/make-contracts.ts. ERC20FeeProxy, EthereumFeeProxy, Erc20ConversionProxy, EthConversionProxy, ChainlinkConversionPath, BatchConversionPayments and ERC20False are the bytecode of ${SOURCE}, Copyright (c) 2018 requestnetwork, MIT licence. The others are compiled from sandbox/solidity with solc 0.8.37.`,
  bytecode: {
    ERC20FeeProxy: erc20FeeProxy.bytecode,
    EthereumFeeProxy: ethereumFeeProxy.bytecode,
    Erc20ConversionProxy: erc20ConversionProxy.bytecode,
    EthConversionProxy: ethConversionProxy.bytecode,
    ChainlinkConversionPath: conversionPath.bytecode,
    BatchConversionPayments: batchPayments.bytecode,
    ERC20False: readFactory('TestERC20.sol/ERC20False').bytecode,
    ...Object.fromEntries(Object.entries(tokens).map(([name, { bytecode }]) => [name, bytecode])),
  },
};

/** The ABIs of published contracts, each of the parts that are used. */
const publishedAbis = [
  [
    'erc20-fee-proxy',
    'erc20FeeProxyAbi',
    parts(erc20FeeProxy, ['transferFromWithReferenceAndFee', 'TransferWithReferenceAndFee']),
  ],
  [
    'ethereum-fee-proxy',
    'ethereumFeeProxyAbi',
    parts(ethereumFeeProxy, ['transferWithReferenceAndFee', 'TransferWithReferenceAndFee']),
  ],
  [
    'erc20-conversion-proxy',
    'erc20ConversionProxyAbi',
    parts(erc20ConversionProxy, [
      'transferFromWithReferenceAndFee',
      'TransferWithConversionAndReference',
      'TransferWithReferenceAndFee',
    ]),
  ],
  [
    'conversion-path',
    'conversionPathAbi',
    parts(conversionPath, ['getConversion', 'getRate', 'allAggregators', 'updateAggregator']),
  ],
  [
    'batch-payments',
    'batchPaymentsAbi',
    parts(batchPayments, ['batchPayments', 'batchFee', 'batchFeeAmountUSDLimit', 'setBatchFee']),
  ],
] as const;

keepFresh({
  ...Object.fromEntries(
    publishedAbis.map(([file, name, abi]) => [
      `src/catalog/abis/${file}.generated.ts`,
      abiSource(name, abi, SOURCE),
    ]),
  ),
  'src/catalog/abis/erc20.generated.ts': abiSource(
    'erc20Abi',
    parts(sandboxToken, erc20Names),
    'sandbox/solidity/SandboxToken.sol',
  ),
  'src/catalog/abis/sandbox-price-feed.generated.ts': abiSource(
    'sandboxPriceFeedAbi',
    parts(sandboxPriceFeed, ['set', 'latestAnswer', 'foundAt']),
    'sandbox/solidity/SandboxPriceFeed.sol',
  ),
  'sandbox/contracts.generated.json': `${JSON.stringify(contracts, null, 2)}\n`,
});

// The snapshots are made of the contracts just written.
await import('./make-snapshots.ts');

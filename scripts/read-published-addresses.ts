import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const require = createRequire(import.meta.url);

/** Where the published artifacts of the Request Network contracts are. */
export const PUBLISHED_FOLDER = join(
  dirname(require.resolve('@requestnetwork/smart-contracts/package.json')),
  'dist/src',
);

/**
 * Our name of a contract, the published one, and the versions whose addresses count, the newest last:
 * the payment calls are the same in all of them, and not every network has every version.
 */
export const PUBLISHED_CONTRACTS = [
  ['erc20FeeProxy', 'ERC20FeeProxy', ['0.2.0']],
  ['ethereumFeeProxy', 'EthereumFeeProxy', ['0.2.0']],
  ['erc20ConversionProxy', 'Erc20ConversionProxy', ['0.1.0', '0.1.1', '0.1.2']],
  ['ethConversionProxy', 'EthConversionProxy', ['0.1.0', '0.2.0', '0.2.1']],
  ['conversionPath', 'ChainlinkConversionPath', ['0.1.0', '0.2.0', '0.2.1']],
  ['batchPayments', 'BatchConversionPayments', ['0.1.0']],
] as const;

const Deployments = z.record(z.string(), z.object({ address: z.string() }));

/** The addresses of a contract by network, in the newest of the versions that the network has. */
export function readPublishedAddresses(
  name: string,
  versions: readonly string[],
): z.infer<typeof Deployments> {
  let found: Record<string, unknown> = {};
  const ContractArtifact = class {
    constructor(published: Record<string, { deployment: object }>) {
      found = Object.assign({}, ...versions.map((version) => published[version]?.deployment));
    }
  };
  const source = readFileSync(`${PUBLISHED_FOLDER}/lib/artifacts/${name}/index.js`, 'utf8');
  const load: unknown = new Function('require', 'exports', source);
  if (typeof load !== 'function') throw new Error(`${name} cannot be read`);
  load((path: string) => (path.endsWith('.json') ? {} : { ContractArtifact }), {});
  return Deployments.parse(found);
}

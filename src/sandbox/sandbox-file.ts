import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isHex } from '#kit/hex.ts';

const hex = z.string().refine(isHex, 'must be hex digits behind 0x');
const Account = z.object({
  address: hex,
  /** The same account on Tron, in Base58; only where the sandbox has a node of it. */
  tronAddress: z.string().optional(),
  privateKey: hex,
});

/**
 * What `sandbox.json` in the data folder holds: everything a script needs to use the running
 * sandbox. The shape is documented in docs/start.md and stays stable. The keys in it are publicly
 * known test keys or open this sandbox only.
 */
export const SandboxFile = z.object({
  apiUrl: z.string(),
  authUrl: z.string(),
  payUrl: z.string(),
  dashboardUrl: z.string(),
  apiKey: z.string(),
  clientId: z.string(),
  /** The `Origin` that goes with the client ID. */
  origin: z.string(),
  payee: Account.extend({ destinationId: z.string() }),
  payer: Account,
  /** An account that its owners sign for together; only where the sandbox has a network that Safe stands on. */
  safe: z
    .object({
      address: hex,
      owners: z.array(Account),
      threshold: z.number(),
      /** The Safe Transaction Service of a network is at `<serviceUrl>/<network id>/api`. */
      serviceUrl: z.string().optional(),
    })
    .optional(),
  /** An account that is a contract and that this key alone controls, on the same networks. */
  smartAccount: z.object({ address: hex, owner: Account }).optional(),
  /** Signs in to the account by password; the payee's wallet signs in to the same one. */
  login: z.object({ email: z.string(), password: z.string() }),
  networks: z.record(
    z.string(),
    z.object({
      rpcUrl: z.string(),
      chainId: z.number(),
      /** Token contracts by currency id. */
      tokens: z.record(z.string(), z.string()),
      contracts: z.record(z.string(), z.string()),
    }),
  ),
  /** Where routes between its networks are quoted; only where two of them have a bridge. */
  routeProviderUrl: z.string().optional(),
  /** Where payers are checked. */
  identityProviderUrl: z.string().optional(),
  /** Bundler and paymaster of a network are at `<bundlerUrl>/<network id>`; only where it has smart accounts. */
  bundlerUrl: z.string().optional(),
  /** The vendors that screen wallets are at `<screeningUrl>/hypernative` and `<screeningUrl>/merklescience`. */
  screeningUrl: z.string().optional(),
  /** Where the off-ramp provider of the sandbox is, below `/v0`; only where it has a local EVM network. */
  bankUrl: z.string().optional(),
  /** What verifies the callbacks of that provider, as PEM. */
  bankCallbackKey: z.string().optional(),
  /** A link over USDC on Sepolia that waits to be paid. */
  paymentUrl: z.string(),
  /** The endpoint of the built-in inbox; none where the pay host's address may not receive. */
  inbox: z.object({ url: z.string(), secret: z.string() }).optional(),
});
/** The file's content, as it was parsed. */
export type SandboxFile = z.infer<typeof SandboxFile>;

/** What a start finds of an earlier one: the first releases made no way to sign in, and no dashboard. */
const EarlierSandbox = SandboxFile.partial({ login: true, dashboardUrl: true });
/** The content of an earlier start's file, as it was parsed. */
export type EarlierSandbox = z.infer<typeof EarlierSandbox>;

const FILE_NAME = 'sandbox.json';

/** The sandbox file of a data folder, or undefined when there is none that can be read as one. */
export async function readSandboxFile(home: string): Promise<SandboxFile | undefined> {
  return SandboxFile.safeParse(await readJson(home)).data;
}

/** The same of an earlier start, perhaps by an earlier release, so that its account is kept. */
export async function readEarlierSandbox(home: string): Promise<EarlierSandbox | undefined> {
  return EarlierSandbox.safeParse(await readJson(home)).data;
}

/** Writes the sandbox file, readable by its owner only, in one move so that nobody reads half of it. */
export async function writeSandboxFile(home: string, file: SandboxFile): Promise<void> {
  const path = join(home, FILE_NAME);
  const draft = `${path}.draft`;
  await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}

async function readJson(home: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(home, FILE_NAME), 'utf8'));
  } catch {
    return undefined;
  }
}

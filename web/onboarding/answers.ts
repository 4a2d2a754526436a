import { isRecord, list, member, texts } from '../engine/members.ts';

/** Who is signed in. */
export interface Session {
  /** Undefined for a user who signed in by email. */
  readonly address: string | undefined;
  /** Whether the wallet's family is one that this page can register a destination for. */
  readonly canRegister: boolean;
}

/** What a partner requires. */
export interface Invitation {
  readonly clientIdName: string;
  readonly orchestratorName: string;
  readonly allowedDomains: readonly string[];
  /** Whether the owner chooses who screens wallets. */
  readonly choosesScreening: boolean;
  /** The partner's plan, in the order of use. */
  readonly screening: readonly string[];
}

/** Where a wallet is paid. */
export interface Destination {
  readonly walletAddress: string;
  readonly tokenAddress: string;
  readonly chainId: number | undefined;
}

/** The name of an account: for a wallet that is not on the page. */
export function readSession(body: unknown): Session {
  const { walletAddress, walletFamily } = texts(body, ['walletAddress', 'walletFamily']);
  const canRegister = walletFamily === 'evm' || walletFamily === 'tron';
  return { address: walletAddress, canRegister };
}

/** Reads an invitation; undefined for an answer that is none. */
export function readInvitation(body: unknown): Invitation | undefined {
  const { clientIdName, orchestratorName } = texts(body, ['clientIdName', 'orchestratorName']);
  if (clientIdName === undefined || orchestratorName === undefined) return undefined;
  const providers = list(member(body, 'kyt'), 'providers');
  return {
    clientIdName,
    orchestratorName,
    allowedDomains: list(body, 'allowedDomains').filter(isText),
    choosesScreening: member(body, 'kytRequired') === true,
    screening: providers.map((row) => member(row, 'provider')).filter(isText),
  };
}

/** Reads a destination; undefined for `null` and for what is none. */
export function readDestination(body: unknown): Destination | undefined {
  const { walletAddress, tokenAddress } = texts(body, ['walletAddress', 'tokenAddress']);
  if (!isRecord(body) || walletAddress === undefined || tokenAddress === undefined) {
    return undefined;
  }
  const { chainId } = body;
  return {
    walletAddress,
    tokenAddress,
    chainId: typeof chainId === 'number' ? chainId : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

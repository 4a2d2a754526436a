import { member, texts } from '../../engine/members.ts';
import { pause } from '../../engine/wait.ts';
import type { Provider } from '../provider.ts';
import { WalletError, type WalletRefusal } from '../refusal.ts';
import type { Sentence } from '../with-wallet.ts';
import type { RelayClient } from './walletconnect-client.ts';

/** What is said where a request came to nothing for a reason that other wallets do not know. */
export interface RelayTexts {
  /** Nobody answers at the relay. */
  readonly unreachable: Sentence;
  /** No wallet has connected as long as the code was good. */
  readonly codeExpired: Sentence;
  /** The wallet did not answer a request in time. */
  readonly noAnswer: Sentence;
  /** The wallet has ended the connection, or it was too old. */
  readonly ended: Sentence;
}

/** What a wallet is reached by. */
export interface RelayParts {
  /** Opens the vendor's client, once. */
  open(): Promise<RelayClient>;
  /** The networks that are asked for, the one that is paid on first. */
  chainIds(): readonly number[];
  /** Where a network is read: wallets rarely answer what a node does. */
  rpcUrlOf(chainId: number): string | undefined;
  /** With the code by which a wallet connects, and undefined once it is of no more use. */
  onPairing(uri: string | undefined): void;
  /** The connection has ended, and the accounts of the wallet are gone. */
  onEnded(): void;
  readonly texts: RelayTexts;
  /** How long the relay may take to accept a proposal; some seconds where left out. */
  readonly waitMs?: number;
}

/** A wallet behind the relay, and the way to leave it. */
export interface RelayedWallet {
  readonly provider: Provider;
  /** Ends the connection and what was about to become one. */
  leave(): Promise<void>;
  /** The address that opens the wallet's app on this device; undefined where it named none. */
  appLink(): string | undefined;
}

type Session = ReturnType<RelayClient['session']['getAll']>[number];

/** How long the relay may take to accept a proposal. */
const RELAY_WAIT_MS = 15_000;

/** What the wallet is asked for. Whatever else begins with `eth_` is read from a node. */
const METHODS = [
  'eth_sendTransaction',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_sendTransaction',
];
const EVENTS = ['accountsChanged', 'chainChanged'];

const NAMESPACE = 'eip155';

/** Errors of EIP-1193, and the code with which a session is ended. */
const UNSUPPORTED = 4200;
const DISCONNECTED = 4900;
const UNKNOWN_CHAIN = 4902;
const LEFT = { code: 6000, message: 'User disconnected.' };

/**
 * A wallet that is reached through WalletConnect's relay, as any other wallet is (EIP-1193). What it signs is sent through the relay,
 * each request with the network that it is for; what a chain holds is read from a node.
 */
export function openRelayedWallet(parts: RelayParts): RelayedWallet {
  const wallet = new Relayed(parts);
  return {
    provider: {
      request: ({ method, params }) => wallet.request(method, params),
      on: (event, listener) => wallet.listeners.on(event, listener),
      removeListener: (event, listener) => wallet.listeners.off(event, listener),
    },
    leave: () => wallet.leave(),
    appLink: () => wallet.appLink(),
  };
}

class Relayed {
  readonly listeners = new Listeners();
  readonly #parts: RelayParts;
  #opened: Promise<RelayClient> | undefined;
  #client: RelayClient | undefined;
  /** Of the connection that was used last. */
  #topic: string | undefined;
  /** The network that requests are for; undefined for the first that the wallet has. */
  #chosen: number | undefined;
  /** What is about to become a connection; another one, or none, leaves it. */
  #pairing: object | undefined;
  /** Ends the wait for a wallet that is about to connect. */
  #giveUp: (() => void) | undefined;

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  async request(method: string, params: unknown): Promise<unknown> {
    const relay = await this.#open();
    switch (method) {
      case 'eth_requestAccounts':
        if (this.#session() === undefined) await this.#pair(relay);
        return this.#accounts();
      case 'eth_accounts':
        return this.#accounts();
      case 'eth_chainId':
        return `0x${this.#connectedChain().toString(16)}`;
      case 'wallet_switchEthereumChain':
        return await this.#switchChain(relay, params);
      default:
        if (METHODS.includes(method)) return await this.#send(relay, method, params);
        if (method.startsWith('eth_')) return await this.#read(method, params);
        throw failure(UNSUPPORTED, 'not supported');
    }
  }

  async leave(): Promise<void> {
    this.#pairing = undefined;
    this.#parts.onPairing(undefined);
    this.#giveUp?.();
    const topic = this.#session()?.topic;
    this.#topic = undefined;
    this.#chosen = undefined;
    if (topic === undefined) return;
    // A relay that cannot be reached learns of it later; here the session has ended.
    await this.#client?.disconnect({ topic, reason: LEFT }).catch(() => undefined);
  }

  appLink(): string | undefined {
    return readAppLink(this.#session()?.peer.metadata.redirect);
  }

  async #open(): Promise<RelayClient> {
    this.#opened ??= this.#parts.open().then((client) => {
      this.#client = client;
      const end = ({ topic }: { readonly topic: string }) => this.#end(topic);
      const changed = () => this.listeners.emit('accountsChanged', this.#accounts());
      client.on('session_delete', end);
      client.on('session_expire', end);
      client.on('session_update', changed);
      client.on('session_event', ({ params }) => {
        if (params.event.name === 'accountsChanged') changed();
      });
      return client;
    });
    try {
      return await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw problem('disconnected', this.#parts.texts.unreachable, error);
    }
  }

  #end(topic: string): void {
    if (topic !== this.#topic) return;
    this.#topic = undefined;
    // Once whoever waits for the wallet knows that it answers no more, which the client reports beside this.
    setTimeout(() => {
      this.listeners.emit('accountsChanged', []);
      this.#parts.onEnded();
    });
  }

  #session(): Session | undefined {
    const found = this.#client && newestSession(this.#client);
    if (found !== undefined) this.#topic = found.topic;
    return found;
  }

  #chain(): number | undefined {
    const shown = shownBy(this.#session());
    const has = (chainId: number) => shown.some((one) => one.chainId === chainId);
    if (this.#chosen !== undefined && has(this.#chosen)) return this.#chosen;
    return this.#parts.chainIds().find(has) ?? shown[0]?.chainId;
  }

  #connectedChain(): number {
    const chainId = this.#chain();
    if (chainId === undefined) throw failure(DISCONNECTED, 'not connected');
    return chainId;
  }

  #accounts(): readonly string[] {
    const current = this.#chain();
    const shown = shownBy(this.#session());
    return shown.filter(({ chainId }) => chainId === current).map(({ address }) => address);
  }

  async #pair(relay: RelayClient): Promise<void> {
    const { texts: said, onPairing } = this.#parts;
    const attempt = {};
    this.#pairing = attempt;
    const chains = this.#parts.chainIds().map((chainId) => `${NAMESPACE}:${chainId}`);
    const asked = relay.connect({
      optionalNamespaces: { [NAMESPACE]: { chains, methods: METHODS, events: EVENTS } },
    });
    try {
      const { uri, approval } = await this.#unlessLeft(this.#inTime(asked));
      onPairing(uri);
      const settled = approval();
      settled.then(
        // Whoever has left the wallet meanwhile is not connected to it by the way.
        async ({ topic }) => {
          if (this.#pairing !== attempt) await relay.disconnect({ topic, reason: LEFT });
        },
        () => undefined,
      );
      await this.#unlessLeft(settled);
    } catch (error) {
      throw isExpiry(error) ? problem('failed', said.codeExpired, error) : error;
    } finally {
      if (this.#pairing === attempt) {
        this.#pairing = undefined;
        onPairing(undefined);
      }
    }
  }

  /** The relay's answer, where it comes before a person gives up. */
  async #inTime<T>(asked: Promise<T>): Promise<T> {
    const { waitMs = RELAY_WAIT_MS, texts: said } = this.#parts;
    const late = pause(waitMs).then(() => Promise.reject(new Error('late')));
    return await Promise.race([asked, late]).catch((error: unknown) => {
      throw problem('disconnected', said.unreachable, error);
    });
  }

  /** A wallet that is about to connect may do so minutes later. */
  async #unlessLeft<T>(asked: Promise<T>): Promise<T> {
    const left = new Promise<never>((_, reject) => {
      this.#giveUp = () => reject(problem('disconnected', this.#parts.texts.ended, undefined));
    });
    return await Promise.race([asked, left]);
  }

  async #send(relay: RelayClient, method: string, params: unknown): Promise<unknown> {
    const chainId = `${NAMESPACE}:${this.#connectedChain()}`;
    const session = this.#session();
    const allowed = session?.namespaces[NAMESPACE]?.methods ?? [];
    if (session === undefined || !allowed.includes(method)) {
      throw failure(UNSUPPORTED, 'not supported by this wallet');
    }
    const request = { method, params: params ?? [] };
    try {
      return await relay.request({ topic: session.topic, chainId, request });
    } catch (error) {
      const { ended, noAnswer, unreachable } = this.#parts.texts;
      if (member(error, 'code') === LEFT.code) throw problem('disconnected', ended, error);
      if (isExpiry(error)) throw problem('failed', noAnswer, error);
      if (isRelayFailure(error)) throw problem('disconnected', unreachable, error);
      throw error;
    }
  }

  async #switchChain(relay: RelayClient, params: unknown): Promise<null> {
    const [asked]: unknown[] = Array.isArray(params) ? params : [];
    const chainId = Number(member(asked, 'chainId'));
    const has = () => shownBy(this.#session()).some((one) => one.chainId === chainId);
    // What the wallet already shows needs no switch in it: each request names its network.
    if (!has()) {
      await this.#send(relay, 'wallet_switchEthereumChain', params).catch((error: unknown) => {
        const isUnknown = member(error, 'code') === UNSUPPORTED;
        throw isUnknown ? failure(UNKNOWN_CHAIN, 'unknown chain') : error;
      });
    }
    if (!has()) throw failure(UNKNOWN_CHAIN, 'unknown chain');
    this.#chosen = chainId;
    this.listeners.emit('chainChanged', `0x${chainId.toString(16)}`);
    return null;
  }

  async #read(method: string, params: unknown): Promise<unknown> {
    const url = this.#parts.rpcUrlOf(this.#connectedChain());
    if (url === undefined) throw failure(UNSUPPORTED, 'no node is known');
    return await queryNode(url, { method, params: params ?? [] });
  }
}

class Listeners {
  readonly #byEvent = new Map<string, Set<(value: unknown) => void>>();

  on(event: string, listener: (value: unknown) => void): void {
    this.#byEvent.set(event, (this.#byEvent.get(event) ?? new Set()).add(listener));
  }

  off(event: string, listener: (value: unknown) => void): void {
    this.#byEvent.get(event)?.delete(listener);
  }

  emit(event: string, value: unknown): void {
    for (const listener of this.#byEvent.get(event) ?? []) listener(value);
  }
}

/** The connection that lasts longest of those that have not ended. */
function newestSession({ session }: RelayClient): Session | undefined {
  const now = Date.now() / 1000;
  return session
    .getAll()
    .filter(({ expiry, namespaces }) => expiry > now && namespaces[NAMESPACE] !== undefined)
    .toSorted((one, other) => other.expiry - one.expiry)[0];
}

/** The accounts that a wallet shows, each with its network. */
function shownBy(session: Session | undefined) {
  return (session?.namespaces[NAMESPACE]?.accounts ?? []).flatMap((account) => {
    const [, chain, address] = account.split(':');
    return address === undefined ? [] : [{ chainId: Number(chain), address }];
  });
}

/** A proposal or a request that was not answered in time; the client says so in words alone. */
function isExpiry(error: unknown): boolean {
  return /expired/i.test(messageOf(error));
}

function isRelayFailure(error: unknown): boolean {
  return /failed to publish|relay server|socket|internet connection/i.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return texts(error, ['message']).message ?? '';
}

/** Schemes that no wallet app has, and that would run or show something here. */
const NO_APPS = /^(javascript|data|blob|file|about|vbscript|http|ws|wss|filesystem|view-source):/i;

/** What a wallet says about its own app; anybody may have written it. */
function readAppLink(redirect: unknown): string | undefined {
  const { universal, native } = texts(redirect, ['universal', 'native']);
  return [universal, native].find(
    (link) =>
      link !== undefined && /^[a-z][a-z0-9.+-]{1,40}:\/\//i.test(link) && !NO_APPS.test(link),
  );
}

async function queryNode(
  url: string,
  call: { readonly method: string; readonly params: unknown },
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    credentials: 'omit',
  });
  const body: unknown = await response.json();
  const error = member(body, 'error');
  if (error !== undefined && error !== null) {
    const code = member(error, 'code');
    throw failure(typeof code === 'number' ? code : -32_603, messageOf(error));
  }
  return member(body, 'result');
}

/** A failure that other wallets do not have, with what is said of it. */
function problem(refusal: WalletRefusal, sentence: Sentence, cause: unknown): WalletError {
  return Object.assign(new WalletError(refusal, cause), { sentence });
}

function failure(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../tests/support/http-server.ts';
import { openWalletApp, type WalletApp } from '../../../tests/support/wallet-app.ts';
import { PROJECT_ID, startStandInRelay } from '../../../tests/support/walletconnect-relay.ts';
import { sentenceOf } from '../with-wallet.ts';
import { openClient, type RelayClient } from './walletconnect-client.ts';
import { openRelayedWallet, type RelayParts } from './walletconnect-provider.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SEPOLIA = 11_155_111;
const BASE = 8453;
const TEXTS = {
  unreachable: 'Unreachable.',
  codeExpired: 'Expired.',
  noAnswer: 'No answer.',
  ended: 'Ended.',
} as const;

/** What a client that was closed connects by. */
const [transportOpen, connect] = [async () => undefined, async () => undefined];

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});

let pages = 0;

interface PageParts {
  readonly relayUrl: string;
  readonly app?: WalletApp | undefined;
  readonly rpcUrl?: string;
  readonly waitMs?: number;
}

/** A page that shows its codes to an app, with what it was handed. */
function openPage({ relayUrl, app, rpcUrl, waitMs }: PageParts) {
  const codes: (string | undefined)[] = [];
  const events: unknown[] = [];
  let client: RelayClient | undefined;
  const parts: RelayParts = {
    async open() {
      pages += 1;
      client = await openClient({
        projectId: PROJECT_ID,
        relayUrl,
        metadata: { name: 'shop.example', description: '', url: 'https://shop.example', icons: [] },
        customStoragePrefix: `page-${pages}`,
      });
      return client;
    },
    chainIds: () => [SEPOLIA, BASE],
    rpcUrlOf: (chainId) => rpcUrl && `${rpcUrl}/${chainId}`,
    onPairing(code) {
      codes.push(code);
      if (code !== undefined) void app?.scan(code);
    },
    onEnded: () => events.push('ended'),
    texts: TEXTS,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
  const wallet = openRelayedWallet(parts);
  const { provider } = wallet;
  provider.on?.('accountsChanged', (accounts) => events.push(accounts));
  provider.on?.('chainChanged', (chainId) => events.push(chainId));
  const call = (method: string, params?: readonly unknown[]) =>
    provider.request({ method, params });
  opened.push({
    [Symbol.asyncDispose]: async () => {
      client?.core.heartbeat.stop();
      await client?.core.relayer.transportClose();
      // The vendor's client goes on connecting to a relay that is gone, without a pause and for ever.
      if (client !== undefined) Object.assign(client.core.relayer, { transportOpen, connect });
    },
  });
  return { wallet, call, codes, events, client: () => client };
}

async function openScene(
  parts: { readonly chainIds?: readonly number[]; readonly rpcUrl?: string } = {},
) {
  const relay = await startStandInRelay();
  opened.push(relay);
  const app = await openWalletApp({
    relayUrl: relay.url,
    address: ACCOUNT,
    chainIds: parts.chainIds ?? [SEPOLIA],
    handle: async ({ method, params }) => {
      if (method === 'personal_sign') throw Object.assign(new Error('no'), { code: 4001 });
      if (params[0] === 'never') return await new Promise(() => undefined);
      return { method, params };
    },
  });
  opened.push(app);
  const { rpcUrl } = parts;
  return { relay, app, page: openPage({ relayUrl: relay.url, app, ...(rpcUrl && { rpcUrl }) }) };
}

const sentence = async (asked: Promise<unknown>) =>
  sentenceOf(await asked.catch((error: unknown) => error));

describe('a wallet behind the relay', () => {
  it('connects by a code, which is of no use afterwards, and shows its account and network', async () => {
    const { page, app } = await openScene({ chainIds: [BASE, SEPOLIA] });
    expect(await page.call('eth_accounts')).toEqual([]);
    expect(await page.call('eth_requestAccounts')).toEqual([ACCOUNT]);
    expect(page.codes).toEqual([expect.stringMatching(/^wc:[0-9a-f]{64}@2\?/), undefined]);
    expect(await page.call('eth_chainId')).toBe('0xaa36a7');
    expect(app.asked).toMatchObject({ name: 'shop.example', url: 'https://shop.example' });
    // A connection that is there asks nobody again.
    expect(await page.call('eth_requestAccounts')).toEqual([ACCOUNT]);
    expect(page.codes).toHaveLength(2);
  });

  it('is asked for signatures, each with its network, and its refusals are those of any wallet', async () => {
    const { page, app } = await openScene({ chainIds: [BASE, SEPOLIA] });
    await page.call('eth_requestAccounts');
    const sent = [{ to: ACCOUNT, data: '0x' }];
    expect(await page.call('eth_sendTransaction', sent)).toEqual({
      method: 'eth_sendTransaction',
      params: sent,
    });
    expect(await page.call('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).toBeNull();
    expect(page.events).toContain('0x2105');
    expect(await page.call('eth_chainId')).toBe('0x2105');
    await page.call('eth_sendTransaction', sent);
    expect(app.requests).toEqual([
      { method: 'eth_sendTransaction', chainId: `eip155:${SEPOLIA}` },
      { method: 'eth_sendTransaction', chainId: `eip155:${BASE}` },
    ]);
    await expect(page.call('personal_sign', ['0x00', ACCOUNT])).rejects.toMatchObject({
      code: 4001,
    });
    await expect(page.call('wallet_sendCalls', [{}])).rejects.toMatchObject({ code: 4200 });
    expect(app.requests).toHaveLength(3);
  });

  it('has only the networks that it has shown', async () => {
    const { page } = await openScene();
    await page.call('eth_requestAccounts');
    await expect(
      page.call('wallet_switchEthereumChain', [{ chainId: '0x2105' }]),
    ).rejects.toMatchObject({ code: 4902 });
    expect(await page.call('eth_chainId')).toBe('0xaa36a7');
  });

  it('reads what a chain holds from a node of the network, not through the relay', async () => {
    const asked: unknown[] = [];
    const node = await startHttpServer((request, response) => {
      asked.push(request.url);
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x2a' }));
    });
    opened.push(node);
    const { page, app } = await openScene({ rpcUrl: node.url });
    await page.call('eth_requestAccounts');
    expect(await page.call('eth_getBalance', [ACCOUNT, 'latest'])).toBe('0x2a');
    expect(asked).toEqual([`/${SEPOLIA}`]);
    expect(app.requests).toEqual([]);
  });

  it('that declines to connect is one that declined', async () => {
    const { page, app } = await openScene();
    app.isConnecting = false;
    await expect(page.call('eth_requestAccounts')).rejects.toMatchObject({ code: 5000 });
    expect(page.codes.at(-1)).toBeUndefined();
  });

  it('that never connects is given up once the code has expired', async () => {
    const { relay } = await openScene();
    const page = openPage({ relayUrl: relay.url });
    const asked = sentence(page.call('eth_requestAccounts'));
    await expect.poll(() => page.codes).toHaveLength(1);
    const client = page.client();
    const [proposal] = client?.proposal.getAll() ?? [];
    client?.core.expirer.events.emit('expirer_expired', {
      target: `id:${proposal?.id}`,
      expiration: { target: `id:${proposal?.id}`, expiry: 0 },
    });
    expect(await asked).toBe('Expired.');
  });

  it('that ends the connection leaves no request open, and no account', async () => {
    const { page, app } = await openScene();
    await page.call('eth_requestAccounts');
    const asked = sentence(page.call('eth_sendTransaction', ['never']));
    await expect.poll(() => app.requests).toHaveLength(1);
    await app.disconnect();
    expect(await asked).toBe('Ended.');
    await expect.poll(() => page.events).toEqual([[], 'ended']);
    expect(await page.call('eth_accounts')).toEqual([]);
  });

  it('is left for good: neither connected nor about to be', async () => {
    const { page, app, relay } = await openScene();
    await page.call('eth_requestAccounts');
    await page.wallet.leave();
    expect(await page.call('eth_accounts')).toEqual([]);
    const other = openPage({ relayUrl: relay.url });
    const asked = sentence(other.call('eth_requestAccounts'));
    await expect.poll(() => other.codes).toHaveLength(1);
    const [code = ''] = other.codes;
    await other.wallet.leave();
    expect(await asked).toBe('Ended.');
    const approvals = () => relay.calls.filter((one) => one === 'wc_approveSession');
    await app.scan(code);
    await expect.poll(approvals).toHaveLength(2);
    await expect.poll(() => app.countConnections()).toBe(0);
    expect(await other.call('eth_accounts')).toEqual([]);
  });

  it('behind a relay that cannot be reached is said to be so', async () => {
    const { relay } = await openScene();
    const { url } = relay;
    await relay[Symbol.asyncDispose]();
    const page = openPage({ relayUrl: url, waitMs: 50 });
    expect(await sentence(page.call('eth_requestAccounts'))).toBe('Unreachable.');
  });
});

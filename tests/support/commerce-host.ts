import { expireCommercePayments } from '#modules/commerce/expire-commerce-payments.ts';
import { followOperations } from '#modules/commerce/follow-operations.ts';
import { observeEscrows } from '#modules/commerce/observe-escrows.ts';
import { followRelayed } from '#modules/relayer/follow-relayed.ts';
import { TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { asCall } from '#sandbox/test-wallet.ts';
import type { Context } from '../../src/context.ts';
import { type EscrowWorld, openEscrowWorld } from './escrow-world.ts';
import { type Asker, type RequestsHost, requestsHost } from './requests-host.ts';
import { connected, stillChain } from './still-chain.ts';

const { payer, payee } = TEST_ACCOUNTS;

type Answer = Awaited<ReturnType<RequestsHost['call']>>;

/** What a test reads of a payment. */
interface ShownCommerce {
  readonly status: string;
  readonly capturedAmount: string;
  readonly refundedAmount: string;
  readonly voidedAmount: string;
  readonly canCapture: boolean;
  readonly canVoid: boolean;
  readonly canRefund: boolean;
  readonly events: readonly { readonly type: string; readonly transactionHash?: string }[];
}

/** Payments that are held on a node of Base, by the sandbox's sender; the test runs what is unattended. */
export interface CommerceHost extends AsyncDisposable {
  readonly host: RequestsHost;
  readonly ctx: Context;
  readonly world: EscrowWorld;
  readonly owner: Asker;
  /** Prepares a payment of 100 units for the payee by the payer. */
  create(more?: object, headers?: Asker['key']): Promise<Answer>;
  /** The same, whose buyer has agreed to it; its id. */
  agreed(more?: object): Promise<string>;
  /** The same, which is held; its id. */
  held(more?: object): Promise<string>;
  post(requestId: string, path: string, body?: object): Promise<Answer>;
  status(requestId: string): Promise<ShownCommerce>;
  /** Runs what is unattended, a few times. */
  settle(): Promise<void>;
  /** Moves the clocks of service and node. */
  pass(seconds: number): Promise<void>;
  /** Sends the transactions of an answer. */
  send(by: TestAccount, ...transactions: readonly ToSend[]): Promise<void>;
}

interface ToSend {
  readonly to: string;
  readonly data: string;
  readonly value: string;
}

/** Opens the host; a test may give its context other parts. */
export async function commerceHost(parts: Partial<Context> = {}): Promise<CommerceHost> {
  const world = await openEscrowWorld();
  let movedMs = 0;
  const host = await requestsHost({
    chains: connected(world.chain, stillChain('sepolia')),
    now: () => new Date(Date.now() + movedMs),
    ...parts,
  });
  const owner = await host.asker();
  const { ctx } = host;
  const send: CommerceHost['send'] = async (by, ...transactions) => {
    await world.send(by, ...transactions.map(asCall));
  };
  const post: CommerceHost['post'] = (requestId, path, body = {}) =>
    host.call('POST', `/v2/commerce-payments/${requestId}/${path}`, { headers: owner.key, body });
  const settle = async () => {
    for (let i = 0; i < 2; i += 1) {
      await world.rpc('evm_mine', []);
      await followRelayed(ctx, 50);
      await observeEscrows(ctx);
      await followOperations(ctx, 50);
      await expireCommercePayments(ctx, 50);
    }
  };
  const create: CommerceHost['create'] = (more = {}, headers = owner.key) => {
    const parties = { merchantAddress: payee.address, buyerAddress: payer.address };
    const usual = { merchantId: 'shop-7', amount: '100', paymentCurrency: 'USDC-base' };
    const body = { ...usual, ...parties, ...more };
    return host.call('POST', '/v2/commerce-payments/authorize/calldata', { headers, body });
  };
  const agreed = async (more = {}) => {
    const { status, body } = await create(more);
    if (status !== 201) throw new Error(JSON.stringify(body));
    const transactions: readonly ToSend[] = body['payerTransactions'] ?? [];
    await send(payer, ...transactions);
    return String(body['requestId']);
  };
  return {
    host,
    ctx,
    world,
    owner,
    create,
    agreed,
    held: async (more) => {
      const requestId = await agreed(more);
      const answer = await post(requestId, 'authorize');
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      await settle();
      return requestId;
    },
    post,
    status: async (requestId) => {
      const url = `/v2/commerce-payments/${requestId}/status`;
      const { body } = await host.call('GET', url, { headers: owner.key });
      return JSON.parse(JSON.stringify(body));
    },
    settle,
    pass: async (seconds) => {
      movedMs += seconds * 1_000;
      await world.pass(seconds);
    },
    send,
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

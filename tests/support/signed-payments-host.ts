import { pino } from 'pino';
import { privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { NETWORKS, type NetworkId } from '#catalog/networks.ts';
import type { Chain } from '#chains/chain.ts';
import { evmChain } from '#chains/evm/evm-chain.ts';
import type { Hex } from '#kit/hex.ts';
import { SANDBOX_SENDER, TEST_ACCOUNTS, type TestAccount } from '#sandbox/test-accounts.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { type Asker, type RequestsHost, requestsHost } from './requests-host.ts';
import { connected, stillChain } from './still-chain.ts';
import { openTestNode, type TestNode } from './test-node.ts';

const { payer, payee } = TEST_ACCOUNTS;

/** A payment as it is handed out to be signed. */
export interface Prepared {
  readonly paymentIntentId: string;
  readonly paymentIntent: string;
  readonly approvalPermitPayload: string | null;
  readonly approvalCalldata: {
    readonly to: string;
    readonly data: Hex;
    readonly value: string;
  } | null;
  readonly metadata: { readonly supportsEIP2612: boolean };
}

/** Requests on a node of Base, whose chain sends what payers sign; Sepolia does not. */
export interface SignedPaymentsHost extends AsyncDisposable {
  readonly host: RequestsHost;
  readonly owner: Asker;
  readonly at: TestNode;
  readonly chain: Chain;
  /** Creates a request in a currency, ten tokens unless another amount is given. */
  request(currency: string, more?: object): Promise<string>;
  /** Prepares the form to sign. */
  prepare(requestId: string, query?: string): Promise<{ status: number; body: Prepared }>;
  /** Submits a body. */
  submit(id: string, body: unknown): Promise<{ status: number; body: object }>;
}

/** Opens the host; a test may change what its chain does. */
export async function signedPaymentsHost(
  network: NetworkId,
  change: (chain: Chain) => Chain = (chain) => chain,
): Promise<SignedPaymentsHost> {
  const at = await openTestNode(network);
  const own = evmChain({
    network: NETWORKS[network],
    rpcUrls: [at.node.rpcUrl],
    pollMs: 50,
    log: pino({ level: 'silent' }),
    senderKey: SANDBOX_SENDER.privateKey,
    takesSignedPayments: true,
  });
  const chain = change(own);
  const host = await requestsHost({
    chains: connected(chain, stillChain('sepolia')),
    now: systemClock,
  });
  const owner = await host.asker();
  const headers = owner.key;
  return {
    host,
    owner,
    at,
    chain,
    request: (currency, more = {}) =>
      host.send(owner, {
        ...{ payee: payee.address, amount: '10' },
        ...{ invoiceCurrency: currency, paymentCurrency: currency },
        ...more,
      }),
    prepare: async (id, query = '') => {
      const form = `form=payment_intent&wallet=${payer.address}${query}`;
      const answer = await host.call('GET', `/v2/request/${id}/pay?${form}`, { headers });
      return { status: answer.status, body: JSON.parse(JSON.stringify(answer.body)) };
    },
    submit: (id, body) => host.call('POST', `/v2/request/payment-intents/${id}`, { headers, body }),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]();
      await own.close();
      await at[Symbol.asyncDispose]();
    },
  };
}

const Content = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  values: z.looseObject({
    nonce: z.string(),
    deadline: z.string().optional(),
    expiry: z.string().optional(),
  }),
});

/** Signs what was handed out as clients do: domain, types and values as they are. */
export async function signText(text: string, by: TestAccount = payer) {
  const { domain, types, values } = Content.parse(JSON.parse(text));
  const used = new Set(
    Object.values(types).flatMap((all) => all.map(({ type }) => type.replace('[]', ''))),
  );
  const primaryType = Object.keys(types).find((name) => !used.has(name)) ?? '';
  const account = privateKeyToAccount(by.privateKey);
  const signature = await account.signTypedData({ domain, types, primaryType, message: values });
  return { signature, nonce: values.nonce, deadline: values.deadline ?? values.expiry ?? '' };
}

/** Everything that a payer signs of a prepared payment. */
export async function signAll(prepared: Prepared, by: TestAccount = payer) {
  const { paymentIntent, approvalPermitPayload } = prepared;
  return {
    signedPaymentIntent: await signText(paymentIntent, by),
    ...(approvalPermitPayload !== null && {
      signedApprovalPermit: await signText(approvalPermitPayload, by),
    }),
  };
}

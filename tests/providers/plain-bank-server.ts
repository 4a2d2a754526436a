import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { startHttpServer } from '../support/http-server.ts';
import type { BankServerOfTest } from './off-ramp-conformance.ts';

const ACCOUNT = {
  id: 'ea_123',
  account_type: 'us',
  currency: 'usd',
  customer_id: 'cust_123',
  account_owner_name: 'John Doe',
  bank_name: 'Wells Fargo',
  last_4: '1111',
  active: true,
  beneficiary_address_valid: true,
  account: { last_4: '1111', routing_number: '121000248', checking_or_savings: 'checking' },
  created_at: '2020-01-01T00:00:00.000Z',
  updated_at: '2020-01-02T00:00:00.000Z',
};

/** As the answer to `POST /transfers` is documented, with every member. */
const transferOf = (reference: unknown, state: string) => ({
  id: 'transfer_123',
  client_reference_id: reference,
  state,
  on_behalf_of: 'cust_123',
  amount: '75.0',
  developer_fee: '0.0',
  source: { payment_rail: 'ethereum', currency: 'usdc', from_address: '0x71C7656EC7ab88b0' },
  destination: { payment_rail: 'ach', currency: 'usd', external_account_id: 'ea_123' },
  source_deposit_instructions: {
    payment_rail: 'ethereum',
    currency: 'usdc',
    amount: '75.0',
    from_address: '0x71C7656EC7ab88b0',
    to_address: '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
  },
  receipt: {
    initial_amount: '75.0',
    developer_fee: '0.0',
    exchange_fee: '0.0',
    subtotal_amount: '75.0',
    gas_fee: '0.0',
    final_amount: '75.0',
  },
  created_at: '2020-01-01T00:00:00.000Z',
  updated_at: '2020-01-02T00:00:00.000Z',
});

/** A server of fixed answers in the published shapes, with one bank account and one transfer. */
export async function startPlainBankServer(): Promise<BankServerOfTest & AsyncDisposable> {
  let reference: unknown;
  let state = 'awaiting_funds';
  const answer = async (method: string, pathname: string, body: string) => {
    if (pathname === '/v0/customers/cust_123/external_accounts') return [201, ACCOUNT] as const;
    if (pathname.endsWith('/external_accounts/ea_123')) return [200, ACCOUNT] as const;
    if (method === 'POST' && pathname === '/v0/transfers') {
      reference = z.looseObject({}).parse(JSON.parse(body))['client_reference_id'];
      return [201, transferOf(reference, state)] as const;
    }
    if (pathname === '/v0/transfers/transfer_123') {
      return [200, transferOf(reference, state)] as const;
    }
    return [404, { code: 'not_found', message: 'Resource not found' }] as const;
  };
  const server = await startHttpServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    void text(request).then(async (body) => {
      const [status, found] = await answer(request.method ?? 'GET', pathname, body);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(found));
    });
  });
  return {
    baseUrl: `${server.url}/v0`,
    fund: async () => {
      state = 'in_review';
    },
    process: async () => {
      state = 'payment_processed';
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

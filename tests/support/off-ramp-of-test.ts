import { z } from 'zod';
import { checksumAddress } from '#kit/checksum-address.ts';
import { Outage } from '#kit/failure.ts';
import type {
  OffRampOrder,
  OffRampProvider,
  OffRampState,
  OrderInput,
} from '#providers/off-ramp-provider.ts';

/** What a callback of it says, signed `right` in `x-signature`. */
const Callback = z.object({ eventId: z.string(), orderId: z.string().optional() });

/** A provider in memory: its orders are where the test says. */
export interface OffRampOfTest extends OffRampProvider {
  /** Where every order is from now on; `down` answers nothing. */
  state: OffRampState | 'down';
  /** What is changed of every order that is shown. */
  changed: Partial<OffRampOrder>;
  /** How often an order was asked about. */
  reads: number;
  /** How many orders were made, repeated calls counted once. */
  readonly orders: ReadonlyMap<string, OrderInput>;
}

/** Opens one without orders. */
export function openOffRampOfTest(): OffRampOfTest {
  const orders = new Map<string, OrderInput>();
  const notUsed = async () => {
    throw new Error('no test calls this');
  };
  const show = (input: OrderInput): OffRampOrder => {
    if (provider.state === 'down') throw new Outage('the provider is down');
    const { network, symbol, amount } = input;
    return {
      ...input,
      id: `at-provider-${input.reference}`,
      state: provider.state,
      providerState: `their_${provider.state}`,
      depositAddress: depositOf(input.reference),
      deposit: { network, symbol, amount: `${amount}0` },
      isOwnCustomer: true,
      ...provider.changed,
    };
  };
  const provider: OffRampOfTest = {
    name: 'Test',
    state: 'awaiting_funds',
    changed: {},
    reads: 0,
    orders,
    takes: () => true,
    registerAccount: notUsed,
    readAccount: notUsed,
    quote: notUsed,
    createOrder: async (input) => {
      orders.set(input.reference, input);
      return show(input);
    },
    readOrder: async (id) => {
      provider.reads += 1;
      const input = orders.get(id.replace('at-provider-', ''));
      return input && show(input);
    },
    parseCallback: ({ rawBody, headers }) => {
      if (headers['x-signature'] !== 'right') return undefined;
      const { eventId, orderId } = Callback.parse(JSON.parse(String(rawBody)));
      return { eventId, orderId };
    },
  };
  return provider;
}

/** A deposit address for each order; the last 40 hex digits of its id. */
function depositOf(reference: string): string {
  const digits = Buffer.from(reference).toString('hex').slice(-40).padStart(40, '0');
  return checksumAddress(`0x${digits}`);
}

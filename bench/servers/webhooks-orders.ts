import { z } from 'zod';

const Order = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('enqueue'),
    count: z.number(),
    /** For the endpoint that never answers. */
    toDead: z.boolean(),
    /** Whether events are turned into deliveries before the clock starts. */
    fannedOut: z.boolean(),
  }),
  z.object({ do: z.literal('start') }),
  z.object({ do: z.literal('trickle'), count: z.number(), perSecond: z.number() }),
  z.object({ do: z.literal('stop') }),
]);
type Order = z.infer<typeof Order>;

/** The commands for a sender, one after the other. */
type Orders = {
  readonly [Do in Order['do']]: (order: Extract<Order, { do: Do }>) => Promise<void>;
};

/** Reports to the benchmark that the sender is ready and its signing secret, and runs its commands. */
export async function obey(secret: string, orders: Orders): Promise<void> {
  process.on('message', (message) => {
    void carryOut(orders, Order.parse(message)).then(() => process.send?.({ done: true }));
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ secret });
}

async function carryOut(orders: Orders, order: Order): Promise<void> {
  if (order.do === 'enqueue') await orders.enqueue(order);
  else if (order.do === 'trickle') await orders.trickle(order);
  else if (order.do === 'start') await orders.start(order);
  else await orders.stop(order);
}

/** One event; peers send the same bytes, all but the number and the time. */
export function payloadOf(number: number, now: Date) {
  const requestId = `01${number.toString(16).padStart(64, '0')}`;
  return {
    event: 'payment.confirmed' as const,
    requestId,
    requestID: requestId,
    paymentReference: '0x0011223344556677',
    amount: '12.5',
    totalAmountPaid: '12.5',
    expectedAmount: '12.5',
    timestamp: now.toISOString(),
    txHash: `0x${'3'.repeat(64)}`,
    payerAddress: null,
    payerEoaAddress: null,
    network: 'sepolia' as const,
    currency: 'USDC',
    paymentCurrency: 'USDC',
    isCryptoToFiat: false,
    subStatus: '',
    paymentProcessor: 'service-network',
    fees: [],
    reference: 'INV-77',
  };
}

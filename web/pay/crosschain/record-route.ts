import type { RouteWorld } from './route-world.ts';
import type { SentRoute } from './sent-route.ts';

/** Reports the transaction; whether that has not to be done again. */
export async function recordRoute(world: RouteWorld, sent: SentRoute): Promise<boolean> {
  if (sent.isRecorded) return true;
  const { hash: txHash, chain, token, payer: payerAddress } = sent;
  const { status } = await world.routes.recordIntent({ txHash, chain, token, payerAddress });
  // The link may be paid or have ended by now, and knows the payment from the chain.
  const isAnswered = status === 200 || (status >= 400 && status < 500 && status !== 429);
  if (!isAnswered) return false;
  world.memory.write({ ...sent, isRecorded: true });
  world.dispatch({ type: 'recorded' });
  return true;
}

import { answerOf, auth } from '../api/client.ts';
import type { PayeeDestination } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import type { DestinationPlan, Target } from './plan.ts';

interface SetDestination extends Target {
  readonly call: DestinationPlan<PayeeDestination>['call'] | 'update';
  readonly accessPolicy?: NonNullable<PayeeDestination['accessPolicy']>;
}

/** Makes a wallet, network and token a destination of the account, or changes who may pay to it. */
export function useSetDestination() {
  return useChange(
    async (header, { call, ...target }: SetDestination) => {
      const { walletAddress, tokenAddress, chainId, accessPolicy } = target;
      const body = {
        ...{ walletAddress, tokenAddress, chainId },
        ...(accessPolicy !== undefined && { accessPolicy }),
      };
      const sent = { params: { header }, body };
      return call === 'register'
        ? await answerOf(auth.POST('/v1/payee-destination', sent))
        : await answerOf(auth.PUT('/v1/payee-destination', sent));
    },
    ['destination', 'destinations'],
  );
}

import type { Provider } from '../../wallet/provider.ts';
import type { PageConfig } from '../config.ts';

/** An approval that a wallet has sent, and what becomes of it. */
interface SentApproval {
  readonly provider: Provider;
  readonly hash: string;
  readonly signal: AbortSignal;
  readonly config: PageConfig;
  readonly dispatch: (
    event:
      | { readonly type: 'approved'; readonly opens: boolean | undefined }
      | { readonly type: 'stopped'; readonly notice: 'approval_reverted' | 'approval_dropped' },
  ) => void;
}

/** Follows an approval until a block holds it; then what it was for is due. Says nothing once it is aborted. */
export async function followApproval(approval: SentApproval): Promise<void> {
  const { provider, hash, signal, config } = approval;
  const evm = await import('../../wallet/evm.ts');
  const dispatch: SentApproval['dispatch'] = (event) => {
    if (!signal.aborted) approval.dispatch(event);
  };
  const drop = () => dispatch({ type: 'stopped', notice: 'approval_dropped' });
  await evm.follow(
    { provider },
    { hash, at: Date.now(), signal },
    {
      onMined: () => dispatch({ type: 'approved', opens: config.shouldOpenWallet }),
      onVanished: () => undefined,
      onReverted: () => dispatch({ type: 'stopped', notice: 'approval_reverted' }),
      onReplaced: () => undefined,
      onCancelled: drop,
      onLost: drop,
    },
  );
}

import type { ReactElement } from 'react';
import { answerOf, api } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { payersMessages } from '../messages/en-payers.ts';
import { Confirm } from '../ui/confirm.tsx';
import { HandedLink } from './handed-link.tsx';
import type { PayerStatus } from './queries.ts';

const messages = payersMessages.payer;

interface Props {
  readonly clientUserId: string;
  readonly payer: PayerStatus;
}

/** The terms that a payer agrees to, and the way to say whether it has. */
export function Agreement({ clientUserId, payer }: Props): ReactElement {
  const { agreementStatus, agreementUrl } = payer;
  const hasAgreed = agreementStatus === 'completed';
  const change = useChange(
    // The same again changes nothing, so it takes no key.
    (_, agreementCompleted: boolean) =>
      answerOf(
        api.PATCH('/v2/payer/{clientUserId}', {
          params: { path: { clientUserId } },
          body: { agreementCompleted },
        }),
      ),
    ['payers'],
  );
  const saying = { isBusy: change.isPending, error: change.error };
  if (hasAgreed) {
    return (
      <div className="mt-4">
        <Confirm
          {...saying}
          label={messages.declined}
          kind="danger"
          title={messages.declinedTitle}
          text={messages.declinedText}
          onConfirm={() => change.mutateAsync(false)}
        />
      </div>
    );
  }
  return (
    <div className="mt-5 grid justify-items-start gap-3">
      {agreementUrl === undefined ? (
        <p className="text-muted">{messages.agreementText}</p>
      ) : (
        <>
          <h3 className="font-semibold">{messages.agreementLink}</h3>
          <HandedLink
            url={agreementUrl}
            what={messages.agreementWhat}
            text={messages.agreementText}
          />
        </>
      )}
      <Confirm
        {...saying}
        label={messages.agreed}
        title={messages.agreedTitle}
        text={messages.agreedText}
        onConfirm={() => change.mutateAsync(true)}
      />
    </div>
  );
}

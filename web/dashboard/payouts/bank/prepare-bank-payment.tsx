import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import { ApiError, answerOf, api } from '../../api/client.ts';
import { bankPayoutMessages } from '../../messages/en-bank-payouts.ts';
import { useMay } from '../../session/rights.ts';
import { sessionQuery } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Refused } from '../../ui/page-error.tsx';
import { type BankPaymentTerms, checkBankPayment } from './check-bank-payment.ts';
import { CheckedBankPayment } from './checked-bank-payment.tsx';

const messages = bankPayoutMessages.card;

interface Props {
  readonly requestId: string;
  readonly terms: BankPaymentTerms;
}

/** Has the payment prepared for a wallet, and shows what is to be signed once it was found to be what the request says. */
export function PrepareBankPayment({ requestId, terms }: Props): ReactElement | null {
  const { data: session } = useQuery(sessionQuery);
  const mayPay = useMay('payRequest');
  const [written, setWritten] = useState<string>();
  const wallet = written ?? session?.walletAddress ?? '';
  const { clientUserId, paymentDetailsId } = terms;
  const prepare = useMutation({
    mutationFn: async (payer: string) => {
      const query = { wallet: payer, clientUserId, paymentDetailsId };
      const body = await answerOf(
        api.GET('/v2/request/{requestId}/pay', { params: { path: { requestId }, query } }),
      );
      return { payer, checked: checkBankPayment(terms, body) };
    },
  });
  if (!mayPay) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    prepare.mutate(wallet.trim());
  };
  return (
    <div className="grid gap-4">
      <form onSubmit={submit} className="grid gap-4" autoComplete="off">
        <TextField
          label={messages.wallet}
          hint={messages.walletHint}
          required
          spellCheck={false}
          value={wallet}
          problem={
            prepare.error instanceof ApiError ? prepare.error.fields.get('wallet') : undefined
          }
          onText={(text) => {
            setWritten(text);
            // What was prepared is for the other wallet.
            prepare.reset();
          }}
        />
        <Refused error={prepare.error} />
        <Button type="submit" busy={prepare.isPending} className="justify-self-start">
          {prepare.data === undefined ? messages.prepare : messages.prepareAgain}
        </Button>
      </form>
      {prepare.data !== undefined && <Prepared {...prepare.data} requestId={requestId} />}
    </div>
  );
}

interface PreparedProps {
  readonly requestId: string;
  readonly payer: string;
  readonly checked: ReturnType<typeof checkBankPayment>;
}

function Prepared({ requestId, payer, checked }: PreparedProps): ReactElement {
  if (typeof checked !== 'string') {
    return <CheckedBankPayment requestId={requestId} payer={payer} payment={checked} />;
  }
  return (
    <Notice kind="stop" live>
      <p className="font-semibold">{messages.refused(messages.mismatches[checked])}</p>
      <p>{messages.report}</p>
    </Notice>
  );
}

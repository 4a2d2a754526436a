import { useMutation } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import type { ReceiptVerification } from '../api/shapes.ts';
import { config } from '../config.ts';
import { paymentMessages } from '../messages/en-payment.ts';
import { Button, buttonStyle } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Refused } from '../ui/page-error.tsx';
import {
  isReceiptLanguage,
  PRINT_ONLY,
  RECEIPT_LANGUAGES,
  type ReceiptLanguage,
  receiptFileUrl,
} from './receipt-files.ts';

const messages = paymentMessages.receipt;

/** The receipt of a payment, to print and to send, and a look at the chain whether it is true. */
export function Receipt({ paymentId }: { readonly paymentId: string }): ReactElement {
  const check = useMutation({ mutationFn: () => verifyReceipt(paymentId) });
  const [language, setLanguage] = useState<ReceiptLanguage>('en');
  const urlOf = (format: 'html' | 'pdf') =>
    receiptFileUrl(config.apiUrl, { paymentId, format, language });
  return (
    <div className="mt-3 grid gap-3">
      <div className="max-w-xs">
        <SelectField
          label={messages.language}
          hint={PRINT_ONLY.has(language) ? messages.printOnly : undefined}
          value={language}
          options={Object.entries(RECEIPT_LANGUAGES)}
          onText={(text) => isReceiptLanguage(text) && setLanguage(text)}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <a
          href={urlOf('html')}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle('secondary')}
        >
          {messages.page}
        </a>
        <a href={urlOf('pdf')} rel="noreferrer" className={buttonStyle('secondary')}>
          {messages.pdf}
        </a>
        <Button onClick={() => check.mutate()} busy={check.isPending}>
          {messages.check}
        </Button>
      </div>
      <Refused error={check.error} />
      {check.data && <Verified verification={check.data} />}
    </div>
  );
}

async function verifyReceipt(paymentId: string): Promise<ReceiptVerification> {
  const params = { path: { paymentId }, query: { format: 'json' } } as const;
  const receipt = await answerOf(api.GET('/v2/payments/{paymentId}/receipt', { params }));
  if (typeof receipt === 'string') throw new Error('The receipt is no JSON');
  return await answerOf(api.POST('/v2/receipts/verify', { body: receipt.proof }));
}

function Verified({ verification }: { readonly verification: ReceiptVerification }): ReactElement {
  const { isVerified, isFound, confirmations, differences } = verification;
  if (isVerified) {
    return (
      <Notice kind="good" live>
        {messages.verified(confirmations)}
      </Notice>
    );
  }
  return (
    <Notice kind="stop" live>
      <p>{isFound ? messages.different : messages.notFound}</p>
      <ul className="list-disc ps-5">
        {differences.map(({ field, claimed, onChain }) => (
          <li key={field}>{messages.difference(field, claimed, onChain)}</li>
        ))}
      </ul>
    </Notice>
  );
}

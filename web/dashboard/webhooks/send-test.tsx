import { type FormEvent, type ReactElement, useState } from 'react';
import { answerOf, auth } from '../api/client.ts';
import type { TestEvent } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { webhookMessages } from '../messages/en-webhooks.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';

const messages = webhookMessages.test;

/** The events of which there is a sample; a missing one would not compile. */
const EVENTS: Readonly<Record<TestEvent, true>> = {
  'payment.confirmed': true,
  'payment.partial': true,
  'payment.processing': true,
  'payment.failed': true,
  'payment.refunded': true,
  'request.recurring': true,
  'payment_detail.updated': true,
  'compliance.updated': true,
  'client_id.linked': true,
  'secure_payment.access_rejected': true,
  'secure_payment.user_event': true,
  'kyt.screening.completed': true,
};

const isEvent = (name: string): name is TestEvent => Object.hasOwn(EVENTS, name);
const NAMES = Object.keys(EVENTS).filter(isEvent);

/** Sends a sample of an event to every endpoint that is on. */
export function SendTest(): ReactElement {
  const [event, setEvent] = useState<TestEvent>('payment.confirmed');
  const send = useChange(
    (header, eventType: TestEvent) =>
      answerOf(auth.POST('/v1/webhook/test', { params: { header }, body: { eventType } })),
    ['deliveries', 'webhooks'],
  );
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    send.mutate(event);
  };
  return (
    <Card title={messages.title}>
      <form onSubmit={submit} className="grid gap-3">
        <p className="text-muted">{messages.text}</p>
        <SelectField
          label={messages.event}
          value={event}
          options={NAMES.map((name) => [name, name] as const)}
          onText={(name) => {
            if (isEvent(name)) setEvent(name);
          }}
        />
        <Refused error={send.error} />
        {send.isSuccess && (
          <Notice kind="good" live>
            {messages.sent}
          </Notice>
        )}
        <Button type="submit" busy={send.isPending} className="justify-self-start">
          {messages.submit}
        </Button>
      </form>
    </Card>
  );
}

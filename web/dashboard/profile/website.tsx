import { type FormEvent, type ReactElement, useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { ApiError, answerOf, api } from '../api/client.ts';
import type { MerchantWebsite } from '../api/shapes.ts';
import { useChange } from '../api/use-change.ts';
import { profileMessages } from '../messages/en-profile.ts';
import { useMay } from '../session/rights.ts';
import { Badge, type BadgeStyle } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/copy.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Properties } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { Remove } from '../ui/remove.tsx';
import { Time } from '../ui/time.tsx';

const { website: messages } = profileMessages;

const BADGES: Readonly<Record<MerchantWebsite['status'], BadgeStyle>> = {
  pending: 'plain',
  verified: 'good',
  failed: 'warn',
};

interface Props {
  readonly website: MerchantWebsite | null;
  /** Of whose profile; undefined is the account's. */
  readonly clientId: string | undefined;
}

/** The website of a stored profile, and how its domain is proven. */
export function Website({ website, clientId }: Props): ReactElement {
  const mayChange = useMay('setMerchantWebsite');
  const badge = website && (
    <Badge kind={BADGES[website.status]}>{messages.status[website.status]}</Badge>
  );
  return (
    <Card title={messages.card} actions={badge}>
      <div className="grid gap-4">
        <p className="max-w-prose text-muted">{messages.lead}</p>
        {website !== null && <Proof website={website} />}
        {website === null && !mayChange && <p>{messages.none}</p>}
        {mayChange &&
          (website === null ? (
            <DomainForm clientId={clientId} />
          ) : (
            <Actions domain={website.domain} clientId={clientId} />
          ))}
      </div>
    </Card>
  );
}

function useSetWebsite(clientId: string | undefined) {
  return useChange(
    async (header, domain: string) => {
      const body = { domain, ...(clientId !== undefined && { clientId }) };
      await answerOf(api.PUT('/v2/merchant-profile/website', { params: { header }, body }));
    },
    ['merchant-profile'],
  );
}

function DomainForm({ clientId }: Pick<Props, 'clientId'>): ReactElement {
  const [domain, setDomain] = useState('');
  const set = useSetWebsite(clientId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(domain);
  };
  return (
    <form onSubmit={submit} className="grid max-w-md gap-3">
      <TextField
        label={messages.domain}
        hint={messages.domainHint}
        problem={set.error instanceof ApiError ? set.error.fields.get('domain') : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        required
        maxLength={300}
        value={domain}
        onText={(text) => {
          setDomain(text);
          set.reset();
        }}
      />
      <Refused error={set.error} />
      <Button kind="primary" type="submit" busy={set.isPending} className="justify-self-start">
        {messages.use}
      </Button>
    </form>
  );
}

function Proof({ website }: { readonly website: MerchantWebsite }): ReactElement {
  const { status, proofText, fileUrl, recordName, checkedAt, failingSince, problem } = website;
  return (
    <>
      {status !== 'verified' && (
        <Notice kind={status === 'failed' ? 'warn' : 'plain'}>{messages[status]}</Notice>
      )}
      {failingSince !== null && (
        <Notice kind="warn">
          {messages.failing} <Time at={failingSince} />. {messages.failingMore}
        </Notice>
      )}
      <Properties
        rows={[
          [messages.domain, website.domain],
          [messages.text, <Code key="text" text={proofText} what={messages.text} />],
          [messages.file, <Code key="file" text={fileUrl} what={messages.file} />],
          [messages.record, <Code key="record" text={recordName} what={messages.record} />],
          [
            messages.checked,
            checkedAt === null ? (
              messages.never
            ) : (
              <span key="checked">
                <Time at={checkedAt} />: {problem === null ? messages.found : plainText(problem)}
              </span>
            ),
          ],
        ]}
      />
    </>
  );
}

interface ActionsProps {
  readonly domain: string;
  readonly clientId: string | undefined;
}

function Actions({ domain, clientId }: ActionsProps): ReactElement {
  const check = useSetWebsite(clientId);
  return (
    <>
      {check.isSuccess && (
        <Notice kind="good" live>
          {messages.asked}
        </Notice>
      )}
      <Refused error={check.error} />
      <div className="flex flex-wrap gap-2">
        <Button busy={check.isPending} onClick={() => check.mutate(domain)}>
          {messages.again}
        </Button>
        <Remove
          texts={messages}
          onRemove={async (header) => {
            await answerOf(
              api.DELETE('/v2/merchant-profile/website', {
                params: { header, query: clientId === undefined ? {} : { clientId } },
              }),
            );
          }}
          changes="merchant-profile"
        />
      </div>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { components } from '../../api/schema.generated.d.ts';
import { plainText } from '../../ui/plain-text.ts';
import { answerOf, auth } from '../api/client.ts';
import { useChange } from '../api/use-change.ts';
import { adminMessages } from '../messages/en-admin.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Empty } from '../ui/page.tsx';
import { Refused } from '../ui/page-error.tsx';
import { rateTiersQuery } from './queries.ts';

const messages = adminMessages.account;

type Tier = (typeof messages.tierNames)[number][0];

type TieredClientId = components['schemas']['ClientIdTier'];

/** How many calls each client ID of an account may make. */
export function RateTiers({ accountId }: { readonly accountId: string }): ReactElement {
  const tiers = useQuery(rateTiersQuery(accountId));
  return (
    <Card title={messages.tiers}>
      <p className="mb-3 text-muted">{messages.tiersText}</p>
      <Loaded of={tiers}>
        {({ clientIds }) =>
          clientIds.length === 0 ? (
            <Empty title={messages.noClientIds} text={messages.noClientIdsText} />
          ) : (
            <ul className="grid gap-4">
              {clientIds.map((row) => (
                <Row key={row.clientId} row={row} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ row }: { readonly row: TieredClientId }): ReactElement {
  const { clientId, label, status, tier } = row;
  const [chosen, setChosen] = useState<Tier>(tier);
  const save = useChange(
    (header) => {
      const params = { path: { clientId }, header };
      const path = '/v1/admin/client-ids/{clientId}/rate-tier';
      return answerOf(auth.PUT(path, { params, body: { tier: chosen } }));
    },
    ['admin-tiers'],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const choose = (text: string) => {
    const known = messages.tierNames.find(([name]) => name === text);
    if (known !== undefined) setChosen(known[0]);
    save.reset();
  };
  return (
    <li>
      <form onSubmit={submit} className="grid max-w-md gap-2">
        <SelectField
          label={messages.tier(plainText(label))}
          hint={status === 'active' ? clientId : `${clientId} · ${messages.statuses[status]}`}
          value={chosen}
          options={messages.tierNames}
          onText={choose}
        />
        <Refused error={save.error} />
        {save.isSuccess && (
          <Notice kind="good" live>
            {messages.saved}
          </Notice>
        )}
        {chosen !== tier && (
          <Button type="submit" busy={save.isPending} className="justify-self-start">
            {messages.save}
          </Button>
        )}
      </form>
    </li>
  );
}

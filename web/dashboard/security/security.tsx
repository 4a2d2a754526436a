import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { secondFactorsQuery } from '../api/queries.ts';
import type { SecondFactorList } from '../api/shapes.ts';
import { securityMessages as messages } from '../messages/en-security.ts';
import { sessionQuery } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { useNow } from '../ui/time.tsx';
import { AddApp } from './add-app.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { FactorRow } from './factor-row.tsx';
import { FreshSignIn } from './fresh-sign-in.tsx';
import { NewCodes, RecoveryCodes } from './recovery-codes.tsx';

/** How often it is checked whether the sign-in is still recent. */
const CHECK_MS = 5_000;

/** The second factors of whoever is signed in: what there is, a new one, and the end of one. */
export function Security(): ReactElement {
  const factors = useQuery(secondFactorsQuery);
  const { data: session } = useQuery(sessionQuery);
  return (
    <Page title={messages.title} lead={messages.lead}>
      {session?.mustAddSecondFactor === true && (
        <Notice kind="warn">
          <p className="font-semibold">{messages.required.title}</p>
          <p>{messages.required.text}</p>
        </Notice>
      )}
      <Loaded of={factors}>
        {(list) =>
          list.changeableUntil === null ? (
            <Notice kind="plain">
              <p className="font-semibold">{messages.wallet.title}</p>
              <p>{messages.wallet.text}</p>
            </Notice>
          ) : (
            <Factors list={list} until={Date.parse(list.changeableUntil)} />
          )
        }
      </Loaded>
    </Page>
  );
}

interface FactorsProps {
  readonly list: SecondFactorList;
  /** When the sign-in is too old to change anything, in milliseconds since 1970. */
  readonly until: number;
}

function Factors({ list, until }: FactorsProps): ReactElement {
  const [codes, setCodes] = useState<readonly string[]>();
  const queries = useQueryClient();
  const keep = async () => {
    setCodes(undefined);
    // Only now may the page go that somebody had to come to first.
    await queries.invalidateQueries({ queryKey: ['session'] });
  };
  const isFresh = useNow(CHECK_MS) < until;
  const { secondFactors, recoveryCodesLeft, required } = list;
  const isLast = secondFactors.length === 1;
  return (
    <>
      {codes !== undefined && <NewCodes codes={codes} onDone={() => void keep()} />}
      {!isFresh && <FreshSignIn />}
      <Card title={messages.factors.title}>
        {secondFactors.length === 0 ? (
          <Empty {...messages.factors.empty} />
        ) : (
          <ul>
            {secondFactors.map((factor) => (
              <FactorRow
                key={factor.id}
                factor={factor}
                isLast={isLast}
                isRemovable={isFresh && !(required && isLast)}
              />
            ))}
          </ul>
        )}
        <Adding list={list} isFresh={isFresh} onCodes={setCodes} />
      </Card>
      {secondFactors.length > 0 && (
        <RecoveryCodes left={recoveryCodesLeft} isFresh={isFresh} onCodes={setCodes} />
      )}
    </>
  );
}

interface AddingProps {
  readonly list: SecondFactorList;
  readonly isFresh: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** What was begun stays open while the sign-in grows old. */
function Adding({ list, isFresh, onCodes }: AddingProps): ReactElement | null {
  const [added, setAdded] = useState<'app' | 'passkey'>();
  const close = () => setAdded(undefined);
  const done = (codes: readonly string[] | null) => {
    if (codes !== null) onCodes(codes);
    close();
  };
  if (added === 'app') return <AddApp onDone={done} onCancel={close} />;
  if (added === 'passkey') return <AddPasskey onDone={done} onCancel={close} />;
  if (!isFresh) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button kind="primary" onClick={() => setAdded('app')}>
        {messages.app.add}
      </Button>
      {list.passkeysAvailable && (
        <Button onClick={() => setAdded('passkey')}>{messages.passkey.add}</Button>
      )}
    </div>
  );
}

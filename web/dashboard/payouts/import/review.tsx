import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { payoutMessages } from '../../messages/en-payouts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { PageError, Refused } from '../../ui/page-error.tsx';
import { Lines } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { useSettled } from '../use-settled.ts';
import { type Checked, CheckedRows } from './checked-rows.tsx';
import { rejectedFile } from './files.ts';
import { keepRows, type WrittenRow } from './rows.ts';
import { saveFile } from './save-file.ts';
import { Totals } from './totals.tsx';

const messages = payoutMessages.import;

/** After so long without a change the API checks the rows. */
const SETTLED_MS = 400;

interface Props {
  readonly fileName: string;
  readonly creatorWalletAddress: string;
  readonly rows: readonly WrittenRow[];
}

type Validation = Awaited<ReturnType<typeof validate>>;

/** What the API found in the rows of a file, and the button that creates those it found nothing against. */
export function Review({ fileName, creatorWalletAddress, rows }: Props): ReactElement | null {
  const body = JSON.stringify({ creatorWalletAddress, rows: rows.map(sentRow) });
  const settled = useSettled(body, SETTLED_MS);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['payout-validation', settled],
    queryFn: () => validate(settled),
    enabled: creatorWalletAddress !== '' && settled === body,
    staleTime: 0,
  });
  if (creatorWalletAddress === '') return null;
  if (error !== null) return <PageError error={error} onRetry={() => void refetch()} />;
  // What is shown is what was checked, and nothing else can be created.
  if (data === undefined || isFetching || settled !== body) {
    return (
      <Card title={messages.checking}>
        <Lines />
      </Card>
    );
  }
  return <Findings {...{ fileName, creatorWalletAddress, rows }} validation={data} />;
}

function Findings({
  fileName,
  creatorWalletAddress,
  rows,
  validation,
}: Props & { readonly validation: Validation }): ReactElement {
  const checked = useMemo(
    () =>
      validation.rows.flatMap((result): Checked[] => {
        const row = rows[result.position];
        return row === undefined ? [] : [{ row, result }];
      }),
    [rows, validation],
  );
  const { validCount, rowCount, totals } = validation;
  const rejected = checked.filter(({ result }) => !result.isValid);
  const warned = checked.filter(({ result }) => result.warnings.length > 0);
  const save = () =>
    saveFile(
      rejectedFile(
        rejected.map(({ row, result }) => ({
          row,
          problems: result.problems.map(({ message }) => message),
        })),
      ),
      messages.rejectedName,
    );
  return (
    <>
      {rejected.length > 0 && (
        <Notice kind="stop" live>
          <p className="font-semibold">{messages.toFix(rowCount - validCount)}</p>
          <p>{messages.toFixText}</p>
          <Button className="mt-3" onClick={save}>
            {messages.download}
          </Button>
        </Notice>
      )}
      {warned.length > 0 && (
        <Notice kind="warn">
          <p className="font-semibold">{messages.warned(warned.length)}</p>
          <p>{messages.warnedText}</p>
        </Notice>
      )}
      {!validation.areContractsChecked && <Notice kind="warn">{messages.contractsUnknown}</Notice>}
      <Card title={messages.rows}>
        <CheckedRows rows={checked} />
      </Card>
      {totals.length > 0 && (
        <Card title={messages.totals}>
          <Totals totals={totals} />
        </Card>
      )}
      {validCount > 0 && (
        <Create
          {...{ fileName, creatorWalletAddress, validation }}
          rows={keepRows(rows, validation.rows)}
        />
      )}
    </>
  );
}

function Create({
  fileName,
  creatorWalletAddress,
  rows,
  validation: { previousImport },
}: Props & { readonly validation: Validation }): ReactElement {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [makesBundles, setBundles] = useState(true);
  const [isMeant, setMeant] = useState(false);
  const create = useChange(
    (header) =>
      answerOf(
        api.POST('/v2/payout-imports', {
          params: { header },
          body: {
            creatorWalletAddress,
            fileName,
            makesBundles,
            rows: rows.map(sentRow),
            ...(previousImport !== null && { repeatOf: previousImport.id }),
          },
        }),
      ),
    ['payout-imports'],
  );
  const submit = async () => {
    const made = await create.mutateAsync();
    queries.setQueryData(['payout-imports', made.id], made);
    await navigate({ to: '/payouts/imports/$importId', params: { importId: made.id } });
  };
  return (
    <Card title={messages.ready(rows.length)}>
      <div className="grid gap-4">
        <p className="text-muted">{messages.createText}</p>
        {previousImport !== null && (
          <Notice kind="warn">
            <p className="font-semibold">
              {messages.same}: <Time at={previousImport.createdAt} />
            </p>
            <p>{messages.sameText}</p>
            <Link
              to="/payouts/imports/$importId"
              params={{ importId: previousImport.id }}
              className="font-medium underline"
            >
              {messages.sameLink}
            </Link>
            <Check label={messages.sameConfirm} isChecked={isMeant} onCheck={setMeant} />
          </Notice>
        )}
        <Check label={messages.bundles} isChecked={makesBundles} onCheck={setBundles} />
        <Refused error={create.error} />
        <Button
          kind="primary"
          className="justify-self-start"
          busy={create.isPending}
          disabled={previousImport !== null && !isMeant}
          onClick={() => void submit().catch(() => undefined)}
        >
          {messages.create(rows.length)}
        </Button>
      </div>
    </Card>
  );
}

function Check({
  label,
  isChecked,
  onCheck,
}: {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}): ReactElement {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onCheck(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}

/** Empty cells are fields that are left out. */
function sentRow({ line, ...cells }: WrittenRow) {
  const written = Object.entries(cells).filter(([, text]) => text !== '');
  return { line, ...Object.fromEntries(written) };
}

async function validate(settled: string) {
  return await answerOf(api.POST('/v2/payout-imports/validate', { body: JSON.parse(settled) }));
}

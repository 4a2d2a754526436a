import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId } from 'react';

const FIELD =
  'min-h-11 w-full rounded-lg border border-field-line bg-card px-3 py-2 text-text aria-invalid:border-stop-line';

interface FieldProps {
  readonly label: string;
  /** What to write, and in which form. */
  readonly hint?: ReactNode;
  /** Why what was written is refused. */
  readonly problem?: string | undefined;
}

interface InputProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'id'> {
  readonly onText: (text: string) => void;
}

export function TextField({ label, hint, problem, onText, ...input }: InputProps): ReactElement {
  const id = useId();
  return (
    <Labelled id={id} {...{ label, hint, problem }}>
      <input
        {...input}
        id={id}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={`${id}-more`}
        onChange={(event) => onText(event.target.value)}
        className={FIELD}
      />
    </Labelled>
  );
}

interface SelectProps extends FieldProps {
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onText: (value: string) => void;
}

export function SelectField({
  label,
  hint,
  problem,
  value,
  options,
  onText,
}: SelectProps): ReactElement {
  const id = useId();
  return (
    <Labelled id={id} {...{ label, hint, problem }}>
      <select
        id={id}
        value={value}
        aria-describedby={`${id}-more`}
        onChange={(event) => onText(event.target.value)}
        className={FIELD}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Labelled({
  id,
  label,
  hint,
  problem,
  children,
}: FieldProps & { readonly id: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium wrap-anywhere">
        {label}
      </label>
      {children}
      <div id={`${id}-more`} className="text-sm wrap-anywhere empty:hidden">
        {problem !== undefined && <p className="font-medium text-stop-text">{problem}</p>}
        {hint !== undefined && <p className="text-muted">{hint}</p>}
      </div>
    </div>
  );
}

interface AreaProps extends FieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
}

export function AreaField({ label, hint, problem, value, onText }: AreaProps): ReactElement {
  const id = useId();
  return (
    <Labelled id={id} {...{ label, hint, problem }}>
      <textarea
        id={id}
        rows={3}
        value={value}
        spellCheck={false}
        aria-describedby={`${id}-more`}
        onChange={(event) => onText(event.target.value)}
        className={FIELD}
      />
    </Labelled>
  );
}

interface CheckProps extends Pick<FieldProps, 'label' | 'hint'> {
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}

/** A question that is answered by yes or no. */
export function CheckField({ label, hint, isChecked, onCheck }: CheckProps): ReactElement {
  const id = useId();
  return (
    <div className="flex gap-3">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={`${id}-more`}
        onChange={(event) => onCheck(event.target.checked)}
        className="mt-0.5 size-6 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-more`} className="text-sm text-muted empty:hidden">
          {hint}
        </p>
      </div>
    </div>
  );
}

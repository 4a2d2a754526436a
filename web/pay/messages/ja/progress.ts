import { LOCALE } from '../../../ui/messages/ja/language.ts';
import type { Translation } from '../../../ui/messages/translation.ts';
import type { progressMessages as englishMessages } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => `残り ${format(count)}`;
}

/** The Japanese texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: '支払い期限：',
  moment: (time: string, day: string) => `${day} ${time}`,
  utc: (time: string) => `${time} UTC`,
  moments: '残り 1 分未満',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: '支払いの進み具合',
  stages: {
    wallet: 'ウォレット',
    review: '確認',
    allow: '許可',
    pay: '支払い',
    owners: '所有者',
    arrival: '到着',
    done: '完了',
  },
  done: '（完了）',
} satisfies Translation<typeof englishMessages>;

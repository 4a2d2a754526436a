import type { Translation } from '../../../ui/messages/translation.ts';
import { LOCALE } from '../../../ui/messages/zh/language.ts';
import type { progressMessages as englishMessages } from '../en/progress.ts';

function countOf(unit: 'minute' | 'hour' | 'day'): (count: number) => string {
  const format = (count: number) =>
    new Intl.NumberFormat(LOCALE, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  return (count) => `剩余 ${format(count)}`;
}

/** The Chinese texts about how far a payment is, and how long there is to pay. */
export const progressMessages = {
  payBy: '付款截止时间：',
  moment: (time: string, day: string) => `${day} ${time}`,
  utc: (time: string) => `${time} UTC`,
  moments: '剩余不到一分钟',
  minutes: countOf('minute'),
  hours: countOf('hour'),
  days: countOf('day'),
  progress: '付款进度',
  stages: {
    wallet: '钱包',
    review: '核对',
    allow: '授权',
    pay: '付款',
    owners: '所有者',
    arrival: '到达',
    done: '完成',
  },
  done: '（已完成）',
} satisfies Translation<typeof englishMessages>;

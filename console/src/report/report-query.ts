import type { ReportAnswer, ReportOriginsAnswer } from '@funil/contract/console/report';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api.ts';
import type { Days } from './report-days.ts';

/** The report of some days, beside as many before. */
export const reportQuery = ({ from, until }: Days) =>
  queryOptions({
    queryKey: ['report', from, until],
    queryFn: ({ signal }) =>
      call<ReportAnswer>('report', { query: { from, until, compare: '1' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

export interface Campaign {
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
}

/** What each creative of a campaign brought. */
export const creativesQuery = ({ from, until }: Days, { source, medium, campaign }: Campaign) =>
  queryOptions({
    queryKey: ['report', from, until, source, medium, campaign],
    queryFn: ({ signal }) =>
      call<ReportOriginsAnswer>('report/origins', {
        query: { from, until, source, medium, campaign },
        signal,
      }),
    staleTime: 60_000,
  });

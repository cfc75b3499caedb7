import { useMemo } from 'react';
import type { Deployment } from '#contract/host.ts';
import type { Lookups } from '#domain/lists/lookups.ts';
import { useLookups } from '../queries/lookups.ts';
import { useRegionsByNodes } from './verdicts/verdicts.ts';

/**
 * Returns lookups for region lists, including the severity that a region has by its nodes. Other lists need
 * only `useLookups`.
 */
export function useRegionLookups(deployment: Deployment, enabled = true): Lookups {
  const lookups = useLookups(deployment, enabled);
  const byNodes = useRegionsByNodes(deployment);
  return useMemo(() => ({ ...lookups, byNodes }), [lookups, byNodes]);
}

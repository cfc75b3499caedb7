/**
 * Normalised status words of other systems by severity. The API document shows only `operational`. Words that
 * are good in one system and bad in another (`none`, `active`, `green`, `1` …) are left out on purpose.
 * Unlisted words are `unknown`.
 */

export const severityWords = {
  assumed:
    'operational fully_operational all_systems_operational ok okay up healthy available pass passing normal ready ' +
    'online health_ok unimpaired',
  notice:
    'information informational service_information notice monitoring recovering resolved completed scheduled ' +
    'upcoming maintenance under_maintenance in_maintenance planned_maintenance service in_progress verifying drain ' +
    'draining drained cordoned scheduling_disabled ineligible paused disabled suspended pending initializing ' +
    'initialising starting stopping provisioning creating updating rebooting migrating joining leaving',
  degraded:
    'degraded degraded_performance performance_issues investigating identified incident slow warn warning minor ' +
    'impaired stressed pred_fail health_warn yellow partially_up unstable rerouted re_routed',
  partial: 'partial partial_outage partially_degraded service_disruption disruption major brownout',
  critical:
    'outage major_outage full_outage service_outage critical down downtime offline fail failed failing failure error ' +
    'err health_err unhealthy unavailable unreachable disconnected not_ready nonrecover red firing alerting',
} as const;

/** Parts of an unlisted status word that make it a likely problem. No part makes a word better. */
export const alarmingTokens = 'outage down fail error critical unavailable unreachable';

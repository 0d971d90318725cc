import type { Command } from 'commander';

// Commands are loaded on demand, because loading every command would double the memory usage of a role.
export const commands: Record<string, () => Promise<(program: Command) => void>> = {
  start: async () => (await import('./start.ts')).registerStart,
  service: async () => (await import('./service.ts')).registerService,
  restart: async () => (await import('./restart.ts')).registerRestart,
  upgrade: async () => (await import('./upgrade.ts')).registerUpgrade,
  migrate: async () => (await import('./migrate.ts')).registerMigrate,
  doctor: async () => (await import('./doctor.ts')).registerDoctor,
  backup: async () => (await import('./backup.ts')).registerBackup,
  restore: async () => (await import('./backup.ts')).registerRestore,
  move: async () => (await import('./move.ts')).registerMove,
  config: async () => (await import('./config.ts')).registerConfig,
  workspace: async () => (await import('./workspace.ts')).registerWorkspace,
  user: async () => (await import('./user.ts')).registerUser,
  key: async () => (await import('./key.ts')).registerKey,
  subscription: async () => (await import('./subscription.ts')).registerSubscription,
  campaign: async () => (await import('./campaign.ts')).registerCampaign,
  rotator: async () => (await import('./rotator.ts')).registerRotator,
  export: async () => (await import('./export.ts')).registerExport,
  import: async () => (await import('./import.ts')).registerImport,
  inbox: async () => (await import('./inbox.ts')).registerInbox,
  erase: async () => (await import('./erase.ts')).registerErase,
  conversions: async () => (await import('./conversions.ts')).registerConversions,
  costs: async () => (await import('./costs.ts')).registerCosts,
  events: async () => (await import('./events.ts')).registerEvents,
  reports: async () => (await import('./reports.ts')).registerReports,
  alerts: async () => (await import('./alerts.ts')).registerAlerts,
  completion: async () => {
    const { registerCompletion } = await import('./completion.ts');
    return (program) => registerCompletion(program, commands);
  },
  demo: async () => (await import('./demo.ts')).registerDemo,
};

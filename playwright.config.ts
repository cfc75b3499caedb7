import { defineConfig } from '@playwright/test';
import { chromiumLaunch, shortLivedPages } from './e2e/support/chromium.ts';

/** The built host with the demo; specs that need another deployment start a server and a host of their own. */
const port = Number(process.env['E2E_PORT'] ?? 4690);

const launch = chromiumLaunch();

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'node_modules/.cache/playwright',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  // A test that fails by chance is a bug, and counts as failed. Machines that set `CI` are shared and may stop for seconds.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // A page under test needs a whole core. A third worker made every test slower, and the run longer.
  workers: 2,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { ...launch, args: [...launch.args, shortLivedPages] },
    viewport: { width: 1440, height: 900 },
    trace: 'off',
    video: 'off',
    timezoneId: 'UTC',
    locale: 'en-GB',
  },
  webServer: {
    command: `node dist/host/edgewatch.js --port ${port} --observe off`,
    url: `http://127.0.0.1:${port}/readyz`,
    reuseExistingServer: false,
    stdout: 'ignore',
  },
});

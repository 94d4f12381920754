import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

/** Starts Chromium: the one that CHROMIUM names, or Debian's. */
export function startBrowser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox', // it runs as root in CI, on pages of our own
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * Opens a fresh visitor's page and hands it to a test. Requests to other places than the
 * service fail. Afterwards there must have been none, nor a fault in the console, nor
 * anything that the page's policy forbids.
 */
export async function visit(browser, address, options, test) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1800 }, locale: 'en-US', ...options });
  const faults = [];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(address)) return route.continue();
    faults.push(`request of ${url}`);
    return route.abort();
  });
  await context.exposeFunction('policyBroken', (what) => faults.push(`policy broken: ${what}`));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      globalThis.policyBroken(`${event.violatedDirective}: ${event.blockedURI} in ${event.sourceFile}`);
    });
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`exception: ${error.error().stack}`));
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    if (why !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${why}`); // that is what going on to another page does
  });
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await test(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/** Opens an address and waits until there is an editor and the schema is read. */
export async function load(page, address) {
  const schema = page.waitForResponse((response) => isQuery(response.request(), 'IntrospectionQuery'));
  await page.goto(address);
  await schema;
  await editor(page).waitFor();
}

function isQuery(request, operationName) {
  return request.method() === 'POST' && request.url().endsWith('/graphql') && request.postDataJSON().operationName === operationName;
}

/** The next query that is not about the schema, with its answer. */
export async function nextAnswer(page) {
  const response = await page.waitForResponse(
    (candidate) => candidate.request().method() === 'POST' && !isQuery(candidate.request(), 'IntrospectionQuery'),
  );
  return { asked: response.request().postDataJSON(), headers: response.request().headers(), answer: await response.json() };
}

export const editor = (page) => page.locator('.graphiql-query-editor .view-lines');
export const answerShown = (page, text) => page.locator('.graphiql-response .view-line', { hasText: text }).first().waitFor();

/** Finds a text in the answer, of which the page holds no more than is on view. */
export async function findInAnswer(page, text) {
  await page.locator('.graphiql-response .view-lines').click();
  await page.keyboard.press('Control+f');
  await page.locator('.graphiql-response .find-widget').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await answerShown(page, text);
}

/** Puts the caret into an empty editor in a new tab. */
export async function freshEditor(page) {
  await page.getByRole('button', { name: 'New tab' }).click();
  await editor(page).click();
}

/** What the query editor holds, as the link to it tells. */
export async function written(page) {
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('status').filter({ hasText: 'copied' }).waitFor();
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).get('query');
}

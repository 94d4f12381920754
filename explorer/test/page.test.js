import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerShown, findInAnswer, freshEditor, load, nextAnswer, startBrowser, visit, written } from './browser.js';
import { startService } from './service.js';

const run = (page) => page.getByRole('button', { name: 'Execute query (Ctrl-Enter)' }).click();

describe('the query page', () => {
  let service;
  let browser;
  let questions;
  before(async () => {
    service = await startService();
    questions = await (await fetch(`${service.address}questions.json`)).json();
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });
  const on = (what, doing, options = {}) => test(what, () => visit(browser, service.address, options, doing));

  on('runs the flagship, which it starts with', async (page) => {
    await load(page, service.address);
    assert.equal(await page.title(), 'incidentgraph: ask in GraphQL');
    const answered = nextAnswer(page);
    await run(page);
    const { answer, headers } = await answered;
    const others = answer.data.incident.sharesComponent.edges.map((edge) => edge.node.key);
    assert.ok(others.includes('IL-0271'), `IL-0271 is not among ${others}`);
    assert.equal(headers['accept-language'], 'en');
    await answerShown(page, '"totalCount"');
    await findInAnswer(page, '"IL-0271"');
  });

  on('completes the name of a field', async (page) => {
    await load(page, service.address);
    await freshEditor(page);
    await page.keyboard.type('{ stats { ver');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'version' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.view-line', { hasText: 'version' }).waitFor();
    assert.match(await written(page), /^\{ stats \{ version\s*\}?\s*\}?$/);
  });

  on('marks what the schema does not have', async (page) => {
    await load(page, service.address);
    await freshEditor(page);
    await page.keyboard.type('{ nothingOfTheKind }');
    await page.locator('.graphiql-query-editor .squiggly-error').first().waitFor();
  });

  on('shows the documentation of the schema', async (page) => {
    await load(page, service.address);
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    const docs = page.locator('.graphiql-doc-explorer');
    await docs.getByRole('link', { name: 'Query', exact: true }).click();
    await docs.getByText('What can be asked.').waitFor();
    await docs.getByRole('link', { name: 'incident', exact: true }).click();
    await docs.getByText('The incident of a case, null where there is none').waitFor();
  });

  on('takes Korean as an input method composes it', async (page) => {
    await load(page, service.address);
    await freshEditor(page);
    await page.keyboard.type('{ term(kind: COMPONENT, name: "');
    const input = await page.context().newCDPSession(page);
    for (const [steps, done] of [
      [['ㅈ', '저', '젖', '저자', '저장', '저장ㅅ', '저장소'], '저장소'],
      [['ㄱ', '가', '값'], '값'],
    ]) {
      for (const text of steps) {
        await input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
      }
      await input.send('Input.insertText', { text: done });
    }
    await page.locator('.view-line', { hasText: '저장소값' }).waitFor();
    assert.match(await written(page), /^\{ term\(kind: COMPONENT, name: "저장소값"/);
  });

  on('asks in Korean with a name in Korean', async (page) => {
    await load(page, service.address);
    await freshEditor(page);
    await page.keyboard.insertText('{ term(kind: COMPONENT, name: "코디네이션 키-값 저장소") { slug name } }');
    await page.keyboard.press('Control+Enter');
    await answerShown(page, 'coordination-kv-store');
    await answerShown(page, '코디네이션 키-값 저장소');
  }, { locale: 'ko-KR' });

  const linked = {
    query: 'query One { stats { version } }\nquery Two($id: String!) { incident(id: $id) { key } }',
    variables: '{"id": "il-0587"}',
    operationName: 'Two',
  };
  for (const mark of ['?', '#']) {
    on(`fills in what a link gives after ${mark}`, async (page) => {
      await load(page, `${service.address}${mark}${new URLSearchParams(linked)}`);
      await page.locator('.view-line', { hasText: 'query Two' }).waitFor();
      await page.getByLabel('Variables').locator('.view-line', { hasText: 'il-0587' }).waitFor();
      await page.locator('.graphiql-query-editor').getByRole('textbox').focus();
      const answered = nextAnswer(page);
      await page.keyboard.press('Control+Enter');
      const { asked, answer } = await answered;
      assert.deepEqual(asked, { query: linked.query, variables: { id: 'il-0587' }, operationName: 'Two' });
      assert.deepEqual(answer, { data: { incident: { key: 'IL-0587' } } });
      await answerShown(page, 'IL-0587');
    });
  }

  on('follows a link while it is open', async (page) => {
    await load(page, service.address);
    await page.evaluate((hash) => { location.hash = hash; }, new URLSearchParams(linked).toString());
    await page.locator('.view-line', { hasText: 'query Two' }).waitFor();
    await page.locator('.graphiql-query-editor').getByRole('textbox').focus();
    await page.keyboard.press('Control+Enter');
    await answerShown(page, '"key": "IL-0587"');
    assert.equal(await page.getByRole('tab').count(), 2);
  });

  on('gives a link that leads to the same query', async (page) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(service.address).origin });
    await load(page, service.address);
    await freshEditor(page);
    await page.keyboard.insertText('{ stats { version } } # 저장소 & more');
    const query = await written(page);
    assert.equal(query, '{ stats { version } } # 저장소 & more');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url());
    const other = await page.context().newPage();
    await other.goto(link);
    await other.locator('.view-line', { hasText: '저장소 & more' }).waitFor();
  });

  on('runs a saved question, by the keyboard alone', async (page) => {
    await load(page, service.address);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), '질문 예제 ▾');
    await page.keyboard.press('Enter');
    const highlighted = (title) => page.locator('[role=menuitem][data-highlighted]', { hasText: title }).waitFor();
    await highlighted(questions[0].title.ko);
    await page.keyboard.press('ArrowDown');
    await highlighted(questions[1].title.ko);
    const answered = nextAnswer(page);
    await page.keyboard.press('Enter');
    const { asked, answer, headers } = await answered;
    assert.equal(asked.query, questions[1].query);
    assert.equal(asked.operationName ?? '', '');
    assert.equal(headers['accept-language'], 'ko');
    assert.equal(answer.errors, undefined);
    await answerShown(page, '"data"');
    // What was in the editor before is still in its own tab.
    assert.equal(await page.getByRole('tab').count(), 2);
  }, { locale: 'ko-KR' });

  on('speaks Korean and English', async (page) => {
    await load(page, service.address);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Questions' }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
    await load(page, service.address);
    await page.getByRole('button', { name: 'Questions' }).click();
    await page.getByRole('menuitem', { name: questions[0].title.en }).waitFor();
  }, { locale: 'ko-KR' });

  on('fits a phone', async (page) => {
    await load(page, service.address);
    await run(page);
    await answerShown(page, '"totalCount"');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `the page is ${width} pixels wide`);
    const question = await page.locator('.graphiql-query-editor').boundingBox();
    const answer = await page.locator('.graphiql-response').boundingBox();
    assert.ok(answer.y >= question.y + question.height, 'the answer is not below the question');
    assert.ok(question.height > 150 && answer.height > 150, `heights ${question.height} and ${answer.height}`);
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.locator('.graphiql-doc-explorer').getByRole('link', { name: 'Query', exact: true }).click();
    await page.getByText('What can be asked.').waitFor();
  }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('is for browsers: a program gets JSON', async () => {
    const answer = await fetch(service.address, { headers: { Accept: 'application/json' } });
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal((await answer.json()).graphql, '/graphql');
  });
});

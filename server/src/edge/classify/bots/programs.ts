// HTTP libraries and tools, matched against the start of the user agent.
const library =
  /^(?:curl|wget|python|aiohttp|httpx|urllib|scrapy|go-http-client|java|apache-httpclient|okhttp|dalvik|axios|node|undici|got |superagent|ruby|faraday|typhoeus|httparty|perl|libwww|lwp|php|guzzle|symfony|postman|insomnia|httpie|rest-client|restsharp|dart|alamofire|cfnetwork|winhttp|powershell|mozilla\/5\.0 \(windows nt.{0,40}powershell|reqwest|hyper|rust|libcurl|fasthttp|resty|unirest|jersey|jetty|spring|vertx|ktor|elixir|hackney|mint|erlang|k6|ab\/|apachebench|siege|wrk|hey\/|vegeta|gatling|jmeter|lua|nim|haskell|clojure|aria2|fetch|electron-fetch|grequests|mechanize|colly|expo|lavf|vlc)/i;
const libraryAnywhere =
  /\b(?:python-requests|python-urllib|okhttp\/|java\/\d|libwww-perl|go-http-client|CFNetwork\/)/i;
const headless =
  /HeadlessChrome|PhantomJS|SlimerJS|puppeteer|playwright|selenium|webdriver|cypress|HtmlUnit|Splash|Nightmare|jsdom|zombie\.js|CasperJS|headless/i;
const preview =
  /facebookexternalhit|facebookcatalog|meta-externalfetcher|Twitterbot|TelegramBot|WhatsApp|Slackbot|Slack-ImgProxy|LinkedInBot|Discordbot|SkypeUriPreview|Viber\/?\d* ?preview|vkShare|redditbot|Pinterestbot|Pinterest\/0|Iframely|Embedly|outbrain|MicrosoftPreview|BingPreview|Google-PageRenderer|Google Web Preview|Snapchat.{0,20}Preview|Snap URL Preview|Line-Poker|kakaotalk-scrap|Mastodon|bitlybot|Applebot-?LinkPreview|Bluesky|Cardyb|ZaloPC.{0,10}bot|Google-Safety|opengraph|bitrix link preview|TelegramBot|Signal-Desktop.{0,20}preview|Teams.{0,20}preview|SkypeSpaces|yahoo! slurp preview|YandexSearchShop preview/i;

export function isLibrary(agent: string): boolean {
  return library.test(agent) || (libraryAnywhere.test(agent) && !agent.startsWith('Mozilla/'));
}

export function isHeadless(agent: string, brands: string): boolean {
  return headless.test(agent) || brands.includes('HeadlessChrome');
}

export function isPreviewAgent(agent: string): boolean {
  return preview.test(agent);
}

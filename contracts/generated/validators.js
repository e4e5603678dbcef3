// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

import { formats } from '../formats/formats.ts'
"use strict";
export const validate0 = validate20;
const schema31 = {"type":"object","required":["status","message","data"],"properties":{"status":{"type":"string","const":"success"},"message":{"type":"string","const":""},"data":{"type":"array"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const prop0 of schema31.required){
if(data[prop0] === undefined){
vErrors = noted(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: prop0}});
errors++;
}
}
if(data.status !== undefined){
let data0 = data.status;
if(typeof data0 !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}});
errors++;
}
if("success" !== data0){
vErrors = noted(vErrors, {instancePath:instancePath+"/status",schemaPath:"#/properties/status/const",keyword:"const",params:{allowedValue: "success"}});
errors++;
}
}
if(data.message !== undefined){
let data1 = data.message;
if(typeof data1 !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}});
errors++;
}
if("" !== data1){
vErrors = noted(vErrors, {instancePath:instancePath+"/message",schemaPath:"#/properties/message/const",keyword:"const",params:{allowedValue: ""}});
errors++;
}
}
if(data.data !== undefined){
if(!(Array.isArray(data.data))){
vErrors = noted(vErrors, {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}

export const validate1 = validate21;
const schema32 = {"type":"object","required":["currency","explorers","whitepaper","code","site","socials","contract","birth_date","rank","price","open_1y","open_3M","open_1M","open_1w","open_24h","market_cap","max_supply","total_supply","available_supply","dominance","volume_24h","price_quote"],"properties":{"currency":{"type":"object","required":["name","symbol","locale_name","logo","exponent","has_onchain_data"],"properties":{"name":{"type":"string"},"symbol":{"type":"string"},"locale_name":{"type":"string"},"logo":{"type":"string","format":"url"},"exponent":{"type":"integer"},"has_onchain_data":{"type":"boolean"}}},"explorers":{"type":"array","items":{"type":"string","format":"url"}},"whitepaper":{"type":"string","format":"url"},"code":{"type":"string","format":"url"},"site":{"type":"string","format":"url"},"socials":{"type":"array","items":{"type":"string","format":"url"}},"contract":{"type":"array","items":{"type":"string","format":"url"}},"birth_date":{"type":"string","format":"date"},"rank":{"type":"integer"},"price":{"type":"number"},"open_1y":{"type":"number"},"open_3M":{"type":"number"},"open_1M":{"type":"number"},"open_1w":{"type":"number"},"open_24h":{"type":"number"},"market_cap":{"type":"number"},"max_supply":{"type":["number","null"],"exclusiveMinimum":0},"total_supply":{"type":"number"},"available_supply":{"type":"number"},"dominance":{"type":"number","minimum":0,"maximum":100},"volume_24h":{"type":"number"},"price_quote":{"type":"string"}}};
const formats0 = formats.url;
const formats14 = formats.date;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const prop0 of schema32.required){
if(data[prop0] === undefined){
vErrors = noted(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: prop0}});
errors++;
}
}
if(data.currency !== undefined){
let data0 = data.currency;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const prop1 of schema32.properties.currency.required){
if(data0[prop1] === undefined){
vErrors = noted(vErrors, {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/required",keyword:"required",params:{missingProperty: prop1}});
errors++;
}
}
if(data0.name !== undefined){
if(typeof data0.name !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/currency/name",schemaPath:"#/properties/currency/properties/name/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data0.symbol !== undefined){
if(typeof data0.symbol !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/currency/symbol",schemaPath:"#/properties/currency/properties/symbol/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data0.locale_name !== undefined){
if(typeof data0.locale_name !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/currency/locale_name",schemaPath:"#/properties/currency/properties/locale_name/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data0.logo !== undefined){
let data4 = data0.logo;
if(typeof data4 === "string"){
if(!(formats0(data4))){
vErrors = noted(vErrors, {instancePath:instancePath+"/currency/logo",schemaPath:"#/properties/currency/properties/logo/format",keyword:"format",params:{format: "url"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/currency/logo",schemaPath:"#/properties/currency/properties/logo/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data0.exponent !== undefined){
let data5 = data0.exponent;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/currency/exponent",schemaPath:"#/properties/currency/properties/exponent/type",keyword:"type",params:{type: "integer"}});
errors++;
}
}
if(data0.has_onchain_data !== undefined){
if(typeof data0.has_onchain_data !== "boolean"){
vErrors = noted(vErrors, {instancePath:instancePath+"/currency/has_onchain_data",schemaPath:"#/properties/currency/properties/has_onchain_data/type",keyword:"type",params:{type: "boolean"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/currency",schemaPath:"#/properties/currency/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
if(data.explorers !== undefined){
let data7 = data.explorers;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(!(formats0(data8))){
vErrors = noted(vErrors, {instancePath:instancePath+"/explorers/" + i0,schemaPath:"#/properties/explorers/items/format",keyword:"format",params:{format: "url"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/explorers/" + i0,schemaPath:"#/properties/explorers/items/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/explorers",schemaPath:"#/properties/explorers/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data.whitepaper !== undefined){
let data9 = data.whitepaper;
if(typeof data9 === "string"){
if(!(formats0(data9))){
vErrors = noted(vErrors, {instancePath:instancePath+"/whitepaper",schemaPath:"#/properties/whitepaper/format",keyword:"format",params:{format: "url"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/whitepaper",schemaPath:"#/properties/whitepaper/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.code !== undefined){
let data10 = data.code;
if(typeof data10 === "string"){
if(!(formats0(data10))){
vErrors = noted(vErrors, {instancePath:instancePath+"/code",schemaPath:"#/properties/code/format",keyword:"format",params:{format: "url"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.site !== undefined){
let data11 = data.site;
if(typeof data11 === "string"){
if(!(formats0(data11))){
vErrors = noted(vErrors, {instancePath:instancePath+"/site",schemaPath:"#/properties/site/format",keyword:"format",params:{format: "url"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/site",schemaPath:"#/properties/site/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.socials !== undefined){
let data12 = data.socials;
if(Array.isArray(data12)){
const len1 = data12.length;
for(let i1=0; i1<len1; i1++){
let data13 = data12[i1];
if(typeof data13 === "string"){
if(!(formats0(data13))){
vErrors = noted(vErrors, {instancePath:instancePath+"/socials/" + i1,schemaPath:"#/properties/socials/items/format",keyword:"format",params:{format: "url"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/socials/" + i1,schemaPath:"#/properties/socials/items/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/socials",schemaPath:"#/properties/socials/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data.contract !== undefined){
let data14 = data.contract;
if(Array.isArray(data14)){
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
let data15 = data14[i2];
if(typeof data15 === "string"){
if(!(formats0(data15))){
vErrors = noted(vErrors, {instancePath:instancePath+"/contract/" + i2,schemaPath:"#/properties/contract/items/format",keyword:"format",params:{format: "url"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/contract/" + i2,schemaPath:"#/properties/contract/items/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/contract",schemaPath:"#/properties/contract/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data.birth_date !== undefined){
let data16 = data.birth_date;
if(typeof data16 === "string"){
if(!(formats14(data16))){
vErrors = noted(vErrors, {instancePath:instancePath+"/birth_date",schemaPath:"#/properties/birth_date/format",keyword:"format",params:{format: "date"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/birth_date",schemaPath:"#/properties/birth_date/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.rank !== undefined){
let data17 = data.rank;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/rank",schemaPath:"#/properties/rank/type",keyword:"type",params:{type: "integer"}});
errors++;
}
}
if(data.price !== undefined){
let data18 = data.price;
if(!((typeof data18 == "number") && (isFinite(data18)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/price",schemaPath:"#/properties/price/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.open_1y !== undefined){
let data19 = data.open_1y;
if(!((typeof data19 == "number") && (isFinite(data19)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/open_1y",schemaPath:"#/properties/open_1y/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.open_3M !== undefined){
let data20 = data.open_3M;
if(!((typeof data20 == "number") && (isFinite(data20)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/open_3M",schemaPath:"#/properties/open_3M/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.open_1M !== undefined){
let data21 = data.open_1M;
if(!((typeof data21 == "number") && (isFinite(data21)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/open_1M",schemaPath:"#/properties/open_1M/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.open_1w !== undefined){
let data22 = data.open_1w;
if(!((typeof data22 == "number") && (isFinite(data22)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/open_1w",schemaPath:"#/properties/open_1w/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.open_24h !== undefined){
let data23 = data.open_24h;
if(!((typeof data23 == "number") && (isFinite(data23)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/open_24h",schemaPath:"#/properties/open_24h/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.market_cap !== undefined){
let data24 = data.market_cap;
if(!((typeof data24 == "number") && (isFinite(data24)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/market_cap",schemaPath:"#/properties/market_cap/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.max_supply !== undefined){
let data25 = data.max_supply;
if((!((typeof data25 == "number") && (isFinite(data25)))) && (data25 !== null)){
vErrors = noted(vErrors, {instancePath:instancePath+"/max_supply",schemaPath:"#/properties/max_supply/type",keyword:"type",params:{type: schema32.properties.max_supply.type}});
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 <= 0 || isNaN(data25)){
vErrors = noted(vErrors, {instancePath:instancePath+"/max_supply",schemaPath:"#/properties/max_supply/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0}});
errors++;
}
}
}
if(data.total_supply !== undefined){
let data26 = data.total_supply;
if(!((typeof data26 == "number") && (isFinite(data26)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/total_supply",schemaPath:"#/properties/total_supply/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.available_supply !== undefined){
let data27 = data.available_supply;
if(!((typeof data27 == "number") && (isFinite(data27)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/available_supply",schemaPath:"#/properties/available_supply/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.dominance !== undefined){
let data28 = data.dominance;
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 100 || isNaN(data28)){
vErrors = noted(vErrors, {instancePath:instancePath+"/dominance",schemaPath:"#/properties/dominance/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100}});
errors++;
}
if(data28 < 0 || isNaN(data28)){
vErrors = noted(vErrors, {instancePath:instancePath+"/dominance",schemaPath:"#/properties/dominance/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/dominance",schemaPath:"#/properties/dominance/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.volume_24h !== undefined){
let data29 = data.volume_24h;
if(!((typeof data29 == "number") && (isFinite(data29)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/volume_24h",schemaPath:"#/properties/volume_24h/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.price_quote !== undefined){
if(typeof data.price_quote !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/price_quote",schemaPath:"#/properties/price_quote/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const validate2 = validate22;
const schema33 = {"type":"object","required":["transactions"],"properties":{"transactions":{"type":"object","required":["data","total","page","perPage"],"properties":{"data":{"type":"array"},"total":{"type":"integer"},"page":{"type":"integer"},"perPage":{"type":"integer"}}}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const prop0 of schema33.required){
if(data[prop0] === undefined){
vErrors = noted(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: prop0}});
errors++;
}
}
if(data.transactions !== undefined){
let data0 = data.transactions;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const prop1 of schema33.properties.transactions.required){
if(data0[prop1] === undefined){
vErrors = noted(vErrors, {instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/required",keyword:"required",params:{missingProperty: prop1}});
errors++;
}
}
if(data0.data !== undefined){
if(!(Array.isArray(data0.data))){
vErrors = noted(vErrors, {instancePath:instancePath+"/transactions/data",schemaPath:"#/properties/transactions/properties/data/type",keyword:"type",params:{type: "array"}});
errors++;
}
}
if(data0.total !== undefined){
let data2 = data0.total;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/transactions/total",schemaPath:"#/properties/transactions/properties/total/type",keyword:"type",params:{type: "integer"}});
errors++;
}
}
if(data0.page !== undefined){
let data3 = data0.page;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/transactions/page",schemaPath:"#/properties/transactions/properties/page/type",keyword:"type",params:{type: "integer"}});
errors++;
}
}
if(data0.perPage !== undefined){
let data4 = data0.perPage;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/transactions/perPage",schemaPath:"#/properties/transactions/properties/perPage/type",keyword:"type",params:{type: "integer"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/transactions",schemaPath:"#/properties/transactions/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

export const validate3 = validate23;
const schema34 = {"type":"object","required":["terminalId","token","trxRefId","status","amount","fee","trx_hash","network","to"],"properties":{"terminalId":{"type":"string","format":"digits"},"token":{"type":"string"},"trxRefId":{"type":"string","format":"digits"},"status":{"type":"string"},"amount":{"type":"number"},"fee":{"type":"number"},"trx_hash":{"type":"string","format":"hex"},"network":{"type":"string","format":"upper-snake"},"to":{"type":"string"}}};
const formats16 = formats.digits;
const formats20 = formats.hex;
const formats22 = formats["upper-snake"];

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const prop0 of schema34.required){
if(data[prop0] === undefined){
vErrors = noted(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: prop0}});
errors++;
}
}
if(data.terminalId !== undefined){
let data0 = data.terminalId;
if(typeof data0 === "string"){
if(!(formats16(data0))){
vErrors = noted(vErrors, {instancePath:instancePath+"/terminalId",schemaPath:"#/properties/terminalId/format",keyword:"format",params:{format: "digits"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/terminalId",schemaPath:"#/properties/terminalId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.token !== undefined){
if(typeof data.token !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.trxRefId !== undefined){
let data2 = data.trxRefId;
if(typeof data2 === "string"){
if(!(formats16(data2))){
vErrors = noted(vErrors, {instancePath:instancePath+"/trxRefId",schemaPath:"#/properties/trxRefId/format",keyword:"format",params:{format: "digits"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/trxRefId",schemaPath:"#/properties/trxRefId/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.status !== undefined){
if(typeof data.status !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/status",schemaPath:"#/properties/status/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.amount !== undefined){
let data4 = data.amount;
if(!((typeof data4 == "number") && (isFinite(data4)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/amount",schemaPath:"#/properties/amount/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.fee !== undefined){
let data5 = data.fee;
if(!((typeof data5 == "number") && (isFinite(data5)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/fee",schemaPath:"#/properties/fee/type",keyword:"type",params:{type: "number"}});
errors++;
}
}
if(data.trx_hash !== undefined){
let data6 = data.trx_hash;
if(typeof data6 === "string"){
if(!(formats20(data6))){
vErrors = noted(vErrors, {instancePath:instancePath+"/trx_hash",schemaPath:"#/properties/trx_hash/format",keyword:"format",params:{format: "hex"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/trx_hash",schemaPath:"#/properties/trx_hash/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.network !== undefined){
let data7 = data.network;
if(typeof data7 === "string"){
if(!(formats22(data7))){
vErrors = noted(vErrors, {instancePath:instancePath+"/network",schemaPath:"#/properties/network/format",keyword:"format",params:{format: "upper-snake"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/network",schemaPath:"#/properties/network/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.to !== undefined){
if(typeof data.to !== "string"){
vErrors = noted(vErrors, {instancePath:instancePath+"/to",schemaPath:"#/properties/to/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}

export const validate4 = validate24;
const schema35 = {"type":"object","required":["message","data"],"properties":{"message":{"type":"string","format":"not-blank"},"data":{"type":"object","required":["withdrawId"],"properties":{"withdrawId":{"type":"integer"}}}}};
const formats24 = formats["not-blank"];

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const prop0 of schema35.required){
if(data[prop0] === undefined){
vErrors = noted(vErrors, {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: prop0}});
errors++;
}
}
if(data.message !== undefined){
let data0 = data.message;
if(typeof data0 === "string"){
if(!(formats24(data0))){
vErrors = noted(vErrors, {instancePath:instancePath+"/message",schemaPath:"#/properties/message/format",keyword:"format",params:{format: "not-blank"}});
errors++;
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"}});
errors++;
}
}
if(data.data !== undefined){
let data1 = data.data;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const prop1 of schema35.properties.data.required){
if(data1[prop1] === undefined){
vErrors = noted(vErrors, {instancePath:instancePath+"/data",schemaPath:"#/properties/data/required",keyword:"required",params:{missingProperty: prop1}});
errors++;
}
}
if(data1.withdrawId !== undefined){
let data2 = data1.withdrawId;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
vErrors = noted(vErrors, {instancePath:instancePath+"/data/withdrawId",schemaPath:"#/properties/data/properties/withdrawId/type",keyword:"type",params:{type: "integer"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath:instancePath+"/data",schemaPath:"#/properties/data/type",keyword:"type",params:{type: "object"}});
errors++;
}
}
}
else {
vErrors = noted(vErrors, {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}});
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

function noted(errors, error) {
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}

export const generatedValidators = new Map([
  ["getCoinInformation", [{ path: [], validate: validate0 }, { path: ["data","*"], validate: validate1 }]],
  ["inquirePayments", [{ path: [], validate: validate2 }, { path: ["transactions","data","*"], validate: validate3 }]],
  ["requestWithdrawal", [{ path: [], validate: validate4 }]],
])
